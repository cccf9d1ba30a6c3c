interface RouteLineProps {
  /** 'hero' winds across the page; 'straight' fits cards, empty states and progress. */
  shape?: 'hero' | 'straight';
  width?: number | string;
  className?: string;
}

const shapes = {
  hero: {
    viewBox: '0 0 640 220',
    way: 'M28 180 C 140 180, 130 70, 250 70 S 380 170, 470 150 S 560 90, 596 74',
    origin: [28, 180],
    pin: [600, 72],
    scale: 1.5,
  },
  straight: {
    viewBox: '0 0 200 48',
    way: 'M18 36 C 60 36, 70 22, 106 30 S 160 38, 178 36',
    origin: [18, 36],
    pin: [180, 36],
    scale: 0.9,
  },
} as const;

/** Our own motif: an origin dot, a dashed way, a destination pin. Purely decorative. */
export function RouteLine({ shape = 'straight', width = 200, className }: RouteLineProps) {
  const { viewBox, way, origin, pin, scale } = shapes[shape];
  return (
    <svg
      viewBox={viewBox}
      width={width}
      className={className}
      aria-hidden
      focusable="false"
      style={{ display: 'block', maxWidth: '100%', height: 'auto' }}
    >
      <path
        d={way}
        fill="none"
        stroke="var(--qf-route-way)"
        strokeWidth={2.5 * scale}
        strokeLinecap="round"
        strokeDasharray={`${5 * scale} ${7 * scale}`}
      />
      <circle cx={origin[0]} cy={origin[1]} r={9 * scale} fill="var(--qf-route)" opacity="0.18" />
      <circle cx={origin[0]} cy={origin[1]} r={5 * scale} fill="var(--qf-route)" />
      <g transform={`translate(${pin[0]} ${pin[1]}) scale(${scale})`}>
        <path d="M0 0c-7-9-11-14-11-20a11 11 0 1 1 22 0c0 6-4 11-11 20z" fill="var(--qf-pin)" />
        <circle cy="-20" r="4" fill="var(--qf-surface)" />
      </g>
    </svg>
  );
}
