/** Adds the pictures that layers refer to: the hatch of zones and the aircraft. */
export function addPictures(map: {
  addImage: (id: string, data: ImageData, options?: { sdf?: boolean; pixelRatio?: number }) => unknown;
  hasImage: (id: string) => boolean;
}): void {
  if (!map.hasImage('hatch')) map.addImage('hatch', hatch());
  if (!map.hasImage('aircraft')) map.addImage('aircraft', arrowHead(), { sdf: true });
}

function board(size: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  return canvas.getContext('2d')!;
}

function hatch(): ImageData {
  const size = 12;
  const c = board(size);
  c.strokeStyle = 'rgba(180, 35, 24, 0.55)';
  c.lineWidth = 1.2;
  c.beginPath();
  for (const d of [-size, 0, size]) {
    c.moveTo(d - 1, size + 1);
    c.lineTo(d + size + 1, -1);
  }
  c.stroke();
  return c.getImageData(0, 0, size, size);
}

function arrowHead(): ImageData {
  const size = 48;
  const c = board(size);
  c.fillStyle = '#000000';
  c.beginPath();
  c.moveTo(24, 5);
  c.lineTo(40, 42);
  c.lineTo(24, 33);
  c.lineTo(8, 42);
  c.closePath();
  c.fill();
  return c.getImageData(0, 0, size, size);
}
