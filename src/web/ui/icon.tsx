/** Outlines on a 20 x 20 board, drawn with a stroke. */
const PATHS = {
  cursor: 'M4 3l5 14 2-6 6-2z',
  area: 'M4 6l7-3 6 5-3 8-9 1z',
  hole: 'M3 5l9-2 5 6-3 8-9 0zM8 8h4v4h-4z',
  zone: 'M10 3a7 7 0 100 14 7 7 0 000-14zM5 15L15 5',
  boundary: 'M3 3h4M10 3h4M17 3v4M17 10v4M17 17h-4M10 17H6M3 17v-4M3 10V6',
  site: 'M10 18s5.5-5.6 5.5-9.5a5.5 5.5 0 10-11 0C4.5 12.4 10 18 10 18zM8 7v4M12 7v4M8 9h4',
  obstacle: 'M10 2v15M6 17h8M7 17l3-11 3 11M7 5l-2-2M13 5l2-2',
  measure: 'M2 13L13 2l5 5L7 18zM6 9l2 2M9 6l3 3',
  edit: 'M3 17l1-4L14 3l3 3L7 16zM12 5l3 3',
  undo: 'M7 4L3 8l4 4M3 8h9a5 5 0 010 10H9',
  redo: 'M13 4l4 4-4 4M17 8H8a5 5 0 000 10h3',
  plus: 'M10 4v12M4 10h12',
  trash: 'M4 6h12M8 6V4h4v2M6 6l1 11h6l1-11',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  eye: 'M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 8a2 2 0 100 4 2 2 0 000-4z',
  fit: 'M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4',
  play: 'M6 4l10 6-10 6z',
  pause: 'M7 4v12M13 4v12',
  stop: 'M5 5h10v10H5z',
  rewind: 'M4 4v12M16 4L7 10l9 6z',
  down: 'M5 8l5 5 5-5',
  right: 'M8 5l5 5-5 5',
  close: 'M5 5l10 10M15 5L5 15',
  pin: 'M10 12v6M6 3h8l-1 5 2 4H5l2-4z',
  layers: 'M10 3l8 4-8 4-8-4zM2 11l8 4 8-4',
  file: 'M5 2h7l4 4v12H5zM12 2v4h4',
  download: 'M10 3v10M6 9l4 4 4-4M3 17h14',
  upload: 'M10 13V3M6 7l4-4 4 4M3 17h14',
  print: 'M6 8V3h8v5M5 14H3V8h14v6h-2M6 12h8v5H6z',
  spark: 'M10 2l2 6 6 2-6 2-2 6-2-6-6-2 6-2z',
  check: 'M4 10l4 4 8-9',
  cross: 'M5 5l10 10M15 5L5 15',
  warning: 'M10 3l8 14H2zM10 8v4M10 14.5v.5',
  info: 'M10 3a7 7 0 100 14 7 7 0 000-14zM10 9v5M10 6.5v.5',
  wind: 'M2 8h10a2.5 2.5 0 10-2.5-2.5M2 12h13a2.5 2.5 0 11-2.5 2.5',
  chat: 'M3 4h14v10H9l-4 4v-4H3z',
  menu: 'M3 5h14M3 10h14M3 15h14',
  target: 'M10 5a5 5 0 100 10 5 5 0 000-10zM10 1v4M10 15v4M1 10h4M15 10h4',
  grid: 'M3 3h14v14H3zM3 10h14M10 3v14',
  drone: 'M10 2l6 15-6-4-6 4z',
  send: 'M3 10l14-7-4 14-4-5z',
  history: 'M4 10a6 6 0 106-6 6 6 0 00-5 3M4 3v4h4M10 7v4l3 2',
} as const;

/** Name of an icon. */
export type IconName = keyof typeof PATHS;

/** A decoration; what it stands for is said by the element around it. */
export function Icon({
  name,
  size = 16,
}: {
  readonly name: IconName;
  readonly size?: number;
}): React.JSX.Element {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
