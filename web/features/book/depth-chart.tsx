import type { DepthView } from '#domain/spot/contract.ts'
import { grouped } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type DepthPoint, nearMiddle, staircase } from './levels.ts'

const WIDTH = 358
const HEIGHT = 80

/** The book as two staircases that meet in the middle: how much stands how far from the price. */
export function DepthChart({
  book: whole,
  base,
  isStale,
}: {
  book: DepthView | undefined
  base: string
  isStale: boolean
}) {
  const { t } = useTexts()
  if (!whole) return <Loading />
  const book = nearMiddle(whole)
  const bids = staircase(book.bids)
  const asks = staircase(book.asks)
  if (bids.length === 0 && asks.length === 0)
    return <p className="gutter py-10 text-center text-13 text-t3">{t('market.book_empty')}</p>

  const top = Math.max(bids.at(-1)?.sum ?? 0, asks.at(-1)?.sum ?? 0)
  const lowest = bids.at(-1)?.price ?? asks[0]!.price
  const highest = asks.at(-1)?.price ?? bids[0]!.price
  // A little room beyond the last step, so that it is seen as one.
  const room = (highest - lowest) * 0.02
  const low = lowest - room
  const high = highest + room
  const x = (price: number) => ((price - low) / (high - low || 1)) * WIDTH
  const y = (sum: number) => HEIGHT - (sum / top) * (HEIGHT - 4)
  const total = (points: readonly DepthPoint[]) => `${(points.at(-1)?.sum ?? 0).toFixed(2)} ${base}`
  return (
    <figure className={cx('gutter py-3', isStale && '[filter:grayscale(1)]')} aria-label={t('market.depth')}>
      <figcaption className="figures flex justify-between gap-2 text-12">
        <span className="text-up-text">
          {t('market.bids')} {total(bids)}
        </span>
        <span className="text-down-text">
          {t('market.asks')} {total(asks)}
        </span>
      </figcaption>
      <svg
        aria-hidden
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-2 h-20 w-full"
      >
        <Stairs points={bids} x={x} y={y} edge={0} className="text-up" fill="var(--up-tint)" />
        <Stairs points={asks} x={x} y={y} edge={WIDTH} className="text-down" fill="var(--down-tint)" />
      </svg>
      <div className="figures flex justify-between border-t border-line pt-1 text-11 text-t3">
        <span>{grouped(book.bids.at(-1)?.price ?? '')}</span>
        <span>{grouped(book.asks.at(-1)?.price ?? '')}</span>
      </div>
    </figure>
  )
}

/** The picture's place, until the book has arrived. */
const Loading = () => (
  <div aria-busy="true" className="gutter py-3">
    <Skeleton className="h-4 w-full" />
    <Skeleton className="mt-2 h-20 w-full" />
    <Skeleton className="mt-1 h-4 w-full" />
  </div>
)

function Stairs({
  points,
  x,
  y,
  edge,
  className,
  fill,
}: {
  points: readonly DepthPoint[]
  x(price: number): number
  y(sum: number): number
  edge: number
  className: string
  fill: string
}) {
  const first = points[0]
  if (!first) return null
  const line = points.map(({ price, sum }) => `H${x(price).toFixed(1)}V${y(sum).toFixed(1)}`).join('')
  const start = `M${x(first.price).toFixed(1)} ${HEIGHT}`
  return (
    <>
      <path d={`${start}${line}H${edge}V${HEIGHT}Z`} style={{ fill }} />
      <path
        d={`${start}${line}H${edge}`}
        className={className}
        fill="none"
        stroke="currentColor"
        vectorEffect="non-scaling-stroke"
      />
    </>
  )
}
