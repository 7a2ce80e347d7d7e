import { type NftArtworkDetail, type NftHistoryView, nftHistory } from '#domain/nft/contract.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { utcDate } from '#web/features/time/utc.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { holderText, money, partyText, percentText } from './words.ts'

/** What was paid for an artwork over time, what of a price goes to whom, and how it came to whoever has it. */
export function PriceHistory({ artwork }: { artwork: NftArtworkDetail }) {
  const { t, locale } = useTexts()
  const { code, artist, price, currency, shares, royaltyPercent, feePercent, own } = artwork
  const list = usePagedList(nftHistory, { code, limit: '50' })
  const newest = list.items?.[0]
  const since = own?.sinceMs ?? newest?.atMs
  return (
    <>
      {/* Room for the chart of what was sold, before its answer comes. */}
      <div className={artwork.holder === 'customer' ? 'min-h-28 pt-4' : 'min-h-12 pt-4'}>
        {list.items && <Steps sales={list.items} now={price} isAll={!list.hasNextPage} />}
      </div>
      <KeyValue
        ruled
        lines={[
          {
            name: t(artwork.offer === 'none' ? 'nft_pages.owner' : 'nft_pages.seller'),
            value: (
              <>
                {holderText(artwork, t)}
                {since !== undefined && (
                  <span className="block text-12 text-t3">
                    {t('nft_pages.since', { date: utcDate(since, locale) })}
                  </span>
                )}
              </>
            ),
          },
          shares && {
            name: t('nft_pages.royalty_of', { percent: percentText(royaltyPercent) }),
            value: money(shares.royalty, currency),
          },
          shares && {
            name: t('nft_pages.fee_of', { percent: percentText(feePercent) }),
            value: money(shares.fee, currency),
          },
          shares && {
            name: t('nft_pages.seller_gets'),
            value: money(shares.seller, currency),
            isStrong: true,
          },
        ]}
      />
      <section aria-labelledby="nft-provenance" className="border-t border-line pt-4">
        <h3 id="nft-provenance" className="text-15 font-semibold">
          {t('nft_pages.provenance')}
        </h3>
        <PagedList
          list={list}
          skeleton={<SkeletonRows count={2} height={52} />}
          empty={<EmptyState isSmall title={t('nft_pages.not_sold_yet')} />}
          more={t('common.more')}
        >
          {(items) => (
            <ol className="pt-1">
              {items.map((line) => (
                <li
                  key={`${line.kind}-${line.atMs}`}
                  className="flex items-start gap-3 border-b border-line py-2.5"
                >
                  <Bob className="mt-1" />
                  <span className="min-w-0 flex-1 text-13">
                    {historyText(line)}
                    <span className="figures block text-12 text-t3">{zonedMoment(line.atMs, locale)}</span>
                  </span>
                  {line.price !== null && (
                    <span className="figures shrink-0 text-13">{money(line.price, line.currency)}</span>
                  )}
                </li>
              ))}
            </ol>
          )}
        </PagedList>
      </section>
      <p className="flex items-start gap-2 pt-3 text-12 text-t3">
        <Bob className="mt-0.5" />
        {t('nft_pages.record_note')}
      </p>
    </>
  )

  function historyText({ kind, from, to, isFromOwn, isOwn }: NftHistoryView): string {
    const toText = partyText(to, isOwn, artist.name, t)
    if (kind === 'created') return t('nft_pages.history_created', { to: toText })
    const fromText = partyText(from ?? 'platform', isFromOwn, artist.name, t)
    return t(`nft_pages.history_${kind}`, { from: fromText, to: toText })
  }
}

const WIDTH = 600
const HEIGHT = 72
const EDGE = 8

/** Prices as steps, a gold point for each that was paid, a hollow one for what is asked now. */
function Steps({
  sales: lines,
  now,
  isAll,
}: {
  sales: readonly NftHistoryView[]
  now: string | null
  isAll: boolean
}) {
  const { t, locale } = useTexts()
  const sales = lines.filter(({ price }) => price !== null).toReversed()
  const first = sales[0]
  const last = sales.at(-1)
  if (!first || !last) return <p className="text-13 text-t2">{t('nft_pages.not_sold_yet')}</p>
  const prices = [...sales.map(({ price }) => Number(price)), ...(now === null ? [] : [Number(now)])]
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  const across = (place: number) =>
    EDGE + (place * (WIDTH - 2 * EDGE)) / Math.max(1, prices.length - (now === null ? 0 : 1))
  const down = (price: number) =>
    most === least ? HEIGHT / 2 : HEIGHT - EDGE - ((price - least) * (HEIGHT - 2 * EDGE)) / (most - least)
  const points = prices.map((price, place) => ({ x: across(place), y: down(price) }))
  const path =
    points.map(({ x, y }, place) => (place === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('') +
    // The last price stands until another.
    (now === null ? `H${WIDTH - EDGE}` : '')
  return (
    <figure>
      <svg
        role="img"
        aria-label={t('nft_pages.price_history')}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="block w-full overflow-visible"
      >
        <path d={`M0 ${HEIGHT}H${WIDTH}`} className="text-line" stroke="currentColor" />
        <path d={path} fill="none" strokeWidth="3" className="stroke-t1" />
        {points.map(({ x, y }, place) =>
          place < sales.length ? (
            <circle key={x} cx={x} cy={y} r="6" className="fill-gold" />
          ) : (
            <circle
              key={x}
              cx={x}
              cy={y}
              r="7"
              strokeWidth="3"
              fill="var(--color-bg)"
              className="stroke-t1"
            />
          ),
        )}
      </svg>
      <figcaption className="figures flex justify-between gap-3 pt-1.5 text-12 text-t3">
        <span>
          {utcDate(first.atMs, locale)}, {amount(first.price!)}
        </span>
        <span className="text-right">
          {t(isAll ? 'nft_pages.sales_last' : 'nft_pages.sales_last_more', {
            count: sales.length,
            price: amount(last.price!),
          })}
        </span>
      </figcaption>
    </figure>
  )
}
