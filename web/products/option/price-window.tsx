import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Bob } from '#web/ui/plumb-line.tsx'
import { lineOf, type Placing, type PricePoint, placingOf, pointsIn, type Span } from './price-span.ts'

/** A line from a price, or from the top, down to the time below: recorded where it is whole, not yet where it is dotted. */
export interface Mark {
  readonly kind: 'recorded' | 'pending'
  readonly atMs: number
  readonly price?: number
  readonly label: ReactNode
  /** What the dot at its price means. */
  readonly dot?: 'gold' | 'up' | 'down' | 'flat'
}

interface PriceWindowProps {
  span: Span
  points: readonly PricePoint[]
  marks: readonly Mark[]
  /** The price that the result is measured by. */
  level?: number | undefined
  /** Where the price has to end, between two times: on which side of the level. */
  goal?: { readonly fromMs: number; readonly toMs: number; readonly direction: 'rise' | 'fall' } | undefined
  /** The end of the line is the newest price. */
  isLive?: boolean
  /** At the right edge, beside the newest price and the level. */
  labels?: { readonly now?: ReactNode; readonly level?: ReactNode }
  /** Stands under the left edge: when the picture begins. */
  begin?: ReactNode
  /** In px, with the row of times. */
  height: number
}

const dots = { gold: 'bg-gold', up: 'bg-up', down: 'bg-down', flat: 'bg-t1' }

/** The prices of a few minutes as a line, and the plumb lines of what decides an order. What it says in words stands beside it too. */
export function PriceWindow(props: PriceWindowProps) {
  const { span, marks, level, goal, isLive, labels, height } = props
  const points = pointsIn(props.points, span)
  const last = points.at(-1)
  const prices = [
    ...points.map(({ price }) => price),
    ...marks.flatMap(({ price }) => (price === undefined ? [] : [price])),
    ...(level === undefined ? [] : [level]),
  ]
  // Nothing is known yet: the place is kept.
  if (prices.length === 0) return <div style={{ height }} />
  const placing = placingOf(span, prices)
  const isAbove = last !== undefined && level !== undefined && last.price >= level
  return (
    <div className="figures relative text-12 text-t2" style={{ height }}>
      <div aria-hidden className="absolute inset-x-0 top-0 bottom-6 overflow-hidden">
        <Drawing points={points} placing={placing} level={level} goal={goal} />
        {isLive && last && <Dot kind="flat" x={placing.x(last.atMs)} y={placing.y(last.price)} />}
        {labels && last && (
          <>
            <AtRight y={placing.y(last.price)} isAbove={isAbove}>
              <span className="font-semibold text-t1">{labels.now}</span>
            </AtRight>
            {level !== undefined && (
              <AtRight y={placing.y(level)} isAbove={!isAbove}>
                {labels.level}
              </AtRight>
            )}
          </>
        )}
      </div>
      {props.begin && <span className="absolute bottom-0 left-4 text-t3">{props.begin}</span>}
      {marks.map((mark) => (
        <PlumbMark key={mark.atMs} mark={mark} placing={placing} />
      ))}
    </div>
  )
}

function Drawing({
  points,
  placing,
  level,
  goal,
}: { points: readonly PricePoint[]; placing: Placing } & Pick<PriceWindowProps, 'level' | 'goal'>) {
  const { x, y } = placing
  const levelY = level === undefined ? 50 : y(level)
  return (
    <svg aria-hidden viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full">
      {goal && (
        <rect
          x={x(goal.fromMs)}
          width={x(goal.toMs) - x(goal.fromMs)}
          y={goal.direction === 'rise' ? 0 : levelY}
          height={goal.direction === 'rise' ? levelY : 100 - levelY}
          className={goal.direction === 'rise' ? 'fill-up-tint' : 'fill-down-tint'}
        />
      )}
      {level !== undefined && (
        <path
          d={`M0 ${levelY}H100`}
          strokeDasharray="2 4"
          vectorEffect="non-scaling-stroke"
          className="stroke-grab"
        />
      )}
      <polyline
        points={lineOf(points, placing)}
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-t1"
      />
    </svg>
  )
}

const Dot = ({ kind, x, y }: { kind: keyof typeof dots; x: number; y: number }) => (
  <span
    className={cx('absolute size-2 -translate-1/2 rounded-full', dots[kind])}
    style={{ left: `${x}%`, top: `${y}%` }}
  />
)

const AtRight = ({ y, isAbove, children }: { y: number; isAbove: boolean; children: ReactNode }) => (
  <span
    className={cx('absolute right-4 bg-bg/70 px-0.5', isAbove && '-translate-y-full')}
    style={{ top: `${y}%` }}
  >
    {children}
  </span>
)

/** The cord from the price down to the time, with its bob and its words under it. */
function PlumbMark({ mark, placing: { x, y } }: { mark: Mark; placing: Placing }) {
  const { kind, atMs, price, label, dot } = mark
  const left = x(atMs)
  const isPending = kind === 'pending'
  return (
    <>
      <div aria-hidden className="absolute inset-x-0 top-0 bottom-6">
        <span
          className={cx('absolute bottom-1.5 -ml-px border-l border-gold', isPending && 'border-dashed')}
          style={{ left: `${left}%`, top: price === undefined ? 0 : `${y(price)}%` }}
        />
        {price !== undefined && dot && <Dot kind={dot} x={left} y={y(price)} />}
        <span className="absolute -bottom-1 -translate-x-1/2" style={{ left: `${left}%` }}>
          <Bob meaning={isPending ? 'pending' : 'recorded'} />
        </span>
      </div>
      <span
        className={cx(
          'absolute bottom-0 whitespace-nowrap',
          left > 80 ? '-translate-x-3/4' : '-translate-x-1/2',
        )}
        style={{ left: `${left}%` }}
      >
        {label}
      </span>
    </>
  )
}
