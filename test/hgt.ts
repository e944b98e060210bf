/** Posts along a side of an SRTM tile of three arc seconds. */
const SIDE = 1201;

/** An SRTM tile by its format: big-endian 16-bit metres, rows from the north; columns and rows count from the south-west. */
export function hgtTile(height: (column: number, row: number) => number): Uint8Array {
  const bytes = new Uint8Array(2 * SIDE * SIDE);
  const view = new DataView(bytes.buffer);
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++)
      view.setInt16(2 * ((SIDE - 1 - row) * SIDE + column), height(column, row));
  return bytes;
}
