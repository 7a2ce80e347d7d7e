import type { ReactNode } from 'react'
import type { NftOrderView } from '#domain/nft/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { useCountdownTo } from '#web/features/time/use-countdown-to.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Thumb } from './media.tsx'
import { leftText, orderText } from './words.ts'

/** A row that shows an artwork small at its left. */
export function ArtworkRow({
  of,
  title,
  value,
  children,
  onOpen,
}: {
  of: NftOrderView['artwork']
  title: ReactNode
  value?: ReactNode
  children: ReactNode
  onOpen(): void
}) {
  const { t } = useTexts()
  return (
    <button
      type="button"
      onClick={onOpen}
      className="press flex min-h-20 w-full items-center gap-3 gutter text-left focus-visible:-outline-offset-2"
    >
      <Thumb
        of={of}
        alt={t('nft_pages.picture_of', { title: of.title, artist: of.artist })}
        isSmall
        className="size-12 shrink-0"
      />
      <span className="hairline flex min-h-20 min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 py-3">
        <span className="min-w-32 flex-1">
          <span className="block text-15 font-semibold break-words">{title}</span>
          <span className="figures block text-12 text-t3">{children}</span>
        </span>
        {value && <span className="figures text-right text-15">{value}</span>}
      </span>
    </button>
  )
}

/** An order in a list. */
export function OrderRow({ order, onOpen }: { order: NftOrderView; onOpen(): void }) {
  const { t, locale } = useTexts()
  const { artwork, currency, status, payByMs, placedAtMs, role, sellerGets, price, due } = order
  const leftMs = useCountdownTo(status === 'unpaid' && payByMs !== null ? payByMs : 0)
  const shown = role === 'seller' ? sellerGets : status === 'unpaid' ? due : price
  return (
    <ArtworkRow
      of={artwork}
      title={<span lang="">{artwork.title}</span>}
      value={<Amount value={shown} currency={currency} />}
      onOpen={onOpen}
    >
      {orderText(order, t)} ·{' '}
      {leftMs > 0 ? t('nft_pages.pay_left', { time: leftText(leftMs, t) }) : zonedMoment(placedAtMs, locale)}
    </ArtworkRow>
  )
}
