import type { Strokes as PadStrokes } from '@quickfleet/shared/delivery/proof/strokes';
import {
  SIGNATURE_HEIGHT,
  SIGNATURE_PEN_MAX,
  SIGNATURE_PEN_MIN,
  SIGNATURE_POINT_DISTANCE,
  SIGNATURE_START_DELAY_MS,
  SIGNATURE_WIDTH,
} from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import Pad from 'signature_pad';
import styles from './signature-pad.module.css';

// The plate is white and the ink dark in dark mode too: the picture is looked at elsewhere.
const INK = '#0b1f33';
const PLATE = '#ffffff';
const SCRIPT = '"Snell Roundhand", "Segoe Script", "Bradley Hand", "Brush Script MT", "URW Chancery L", cursive';

export interface SignaturePadHandle {
  /** False for the first 300 ms, while the dialog is still moving. */
  isReady: () => boolean;
  isEmpty: () => boolean;
  /** Clears the drawing. */
  clear: () => void;
  /** Creates the pad again, in case it no longer responds. */
  reset: () => void;
  toPng: () => Promise<Blob>;
  /** What the drawing is made of; undefined for a typed name. */
  toStrokes: () => PadStrokes | undefined;
}
interface SignaturePadProps {
  ref: Ref<SignaturePadHandle>;
  label: string;
  /** Written on the plate instead of a drawing, for people who cannot draw. */
  typedName?: string | undefined;
  /** What was drawn on an earlier pad and is shown again. */
  before?: PadStrokes | undefined;
  /** Called at the end of each stroke with all of them. */
  onDraw?: (strokes: PadStrokes) => void;
}

type Strokes = ReturnType<Pad['toData']>;

const scaled = (strokes: Strokes, by: number): Strokes =>
  strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, x: point.x * by, y: point.y * by })),
  }));

/** Scales the canvas to the screen's pixel ratio; strokes stay in CSS pixels. */
function prepare(canvas: HTMLCanvasElement, width: number): void {
  const density = Math.max(1, window.devicePixelRatio);
  canvas.width = Math.round(SIGNATURE_WIDTH * density);
  canvas.height = Math.round(SIGNATURE_HEIGHT * density);
  const unit = canvas.width / width;
  canvas.getContext('2d')?.setTransform(unit, 0, 0, unit, 0, 0);
}

function writeName(canvas: HTMLCanvasElement, width: number, name: string): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const height = (width * SIGNATURE_HEIGHT) / SIGNATURE_WIDTH;
  pen.fillStyle = PLATE;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = INK;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.font = `italic ${height * 0.32}px ${SCRIPT}`;
  const room = (width * 0.9) / Math.max(1, pen.measureText(name).width);
  pen.font = `italic ${height * 0.32 * Math.min(1, room)}px ${SCRIPT}`;
  pen.fillText(name, width / 2, height * 0.46);
  pen.font = `${height * 0.075}px system-ui, sans-serif`;
  pen.fillText(t('Signed by typed name'), width / 2, height * 0.88);
}

/** A plate to sign on, 450 by 200. It keeps its strokes when the phone is turned or the keyboard opens. */
export function SignaturePad({ ref, label, typedName, before, onDraw }: SignaturePadProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const padRef = useRef<Pad>(undefined);
  const widthRef = useRef(SIGNATURE_WIDTH);
  const typedRef = useRef(typedName);
  const drawnRef = useRef<Strokes>([]);
  const [turn, setTurn] = useState(0);
  const [isReady, setReady] = useState(false);
  const [isBlank, setBlank] = useState(true);
  const isTyped = typedName !== undefined;
  const onDrawRef = useRef(onDraw);
  onDrawRef.current = onDraw;

  const strokesOf = (pad: Pad): PadStrokes => {
    const width = widthRef.current;
    const strokes = pad.toData().map(({ points }) => ({
      points: points.map(({ x, y, time, pressure }) => ({ x, y, time, pressure })),
    }));
    return { width, height: (width * SIGNATURE_HEIGHT) / SIGNATURE_WIDTH, strokes };
  };
  const resize = () => {
    const [canvas, pad] = [canvasRef.current, padRef.current];
    const width = canvas?.clientWidth ?? 0;
    if (!canvas || !pad || width === 0) return;
    if (typedRef.current === undefined) drawnRef.current = pad.toData();
    drawnRef.current = scaled(drawnRef.current, width / widthRef.current);
    widthRef.current = width;
    prepare(canvas, width);
    pad.fromData(drawnRef.current);
    if (typedRef.current !== undefined) writeName(canvas, width, typedRef.current.trim());
  };

  useEffect(() => {
    const canvas = canvasRef.current;
    if (!canvas) return;
    setReady(false);
    setBlank(true);
    drawnRef.current = [];
    const again = turn === 0 ? before : undefined;
    if (again) setBlank(false);
    const observer = new ResizeObserver(resize);
    const begun = () => setBlank(false);
    const timer = setTimeout(() => {
      widthRef.current = canvas.clientWidth || SIGNATURE_WIDTH;
      const pad = new Pad(canvas, {
        minWidth: SIGNATURE_PEN_MIN,
        maxWidth: SIGNATURE_PEN_MAX,
        minDistance: SIGNATURE_POINT_DISTANCE,
        penColor: INK,
        backgroundColor: PLATE,
      });
      pad.addEventListener('beginStroke', begun);
      pad.addEventListener('endStroke', () => onDrawRef.current?.(strokesOf(pad)));
      padRef.current = pad;
      if (again) {
        const { dotSize, minWidth, maxWidth, penColor, velocityFilterWeight, compositeOperation } = pad;
        const pen = { dotSize, minWidth, maxWidth, penColor, velocityFilterWeight, compositeOperation };
        const drawn = again.strokes.map(({ points }) => ({ ...pen, points }));
        drawnRef.current = scaled(drawn, widthRef.current / again.width);
        pad.fromData(drawnRef.current);
      }
      if (typedRef.current !== undefined) pad.off();
      resize();
      observer.observe(canvas);
      setReady(true);
    }, SIGNATURE_START_DELAY_MS);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      padRef.current?.off();
      padRef.current = undefined;
    };
  }, [turn]);

  useEffect(() => {
    const pad = padRef.current;
    const wasTyped = typedRef.current !== undefined;
    if (pad && isTyped && !wasTyped) {
      drawnRef.current = pad.toData();
      pad.off();
    }
    if (pad && !isTyped && wasTyped) {
      pad.clear();
      pad.on();
      pad.fromData(drawnRef.current);
    }
    typedRef.current = typedName;
    resize();
  }, [typedName]);

  useImperativeHandle(ref, () => ({
    isReady: () => padRef.current !== undefined,
    isEmpty: () =>
      typedRef.current === undefined ? (padRef.current?.isEmpty() ?? true) : typedRef.current.trim() === '',
    clear: () => {
      padRef.current?.clear();
      drawnRef.current = [];
      setBlank(true);
    },
    reset: () => setTurn((count) => count + 1),
    toStrokes: () => {
      if (typedRef.current !== undefined || !padRef.current) return undefined;
      return strokesOf(padRef.current);
    },
    toPng: () =>
      new Promise((resolve, reject) => {
        if (!canvasRef.current) return reject(new Error('The pad is gone'));
        canvasRef.current.toBlob(
          (blob) => (blob ? resolve(blob) : reject(new Error('The drawing could not be read'))),
          'image/png',
        );
      }),
  }));

  return (
    <div className={styles.plate}>
      <canvas
        ref={canvasRef}
        className={styles.canvas}
        width={SIGNATURE_WIDTH}
        height={SIGNATURE_HEIGHT}
        role="img"
        aria-label={label}
        data-ready={isReady || undefined}
      />
      {!isTyped && isBlank && (
        <span className={styles.hint} aria-hidden>
          {isReady ? t('Sign here') : ''}
        </span>
      )}
    </div>
  );
}
