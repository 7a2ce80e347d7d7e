import { ownNftBids } from '#domain/nft/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { RecordSheet } from '#web/features/records/record-sheet.tsx'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import type { EndedRecordProps } from '../product.ts'
import { OrderSheet } from './order-sheet.tsx'
import { bidText, toArtwork } from './words.ts'

/** An order of an artwork that ended, or a deposit that came back from an auction that another won, from the history. */
export default function EndedNft({ id, onClose }: EndedRecordProps) {
  const { t, locale } = useTexts()
  const query = useApiQuery(ownNftBids, { recordId: id })
  const bid = query.data?.items[0]
  if (query.data && !bid) return <OrderSheet id={id} listed={undefined} onClose={onClose} />
  const paid = (value: string) => bid && <Amount value={value} currency={bid.currency} />
  return (
    <RecordSheet
      title={bid?.artwork.title ?? t('nft_pages.title')}
      text={bid && t('nft_pages.auction')}
      onClose={onClose}
      query={query}
      lines={
        bid && [
          { name: t('nft_pages.status'), value: bidText(bid, t), isStrong: true },
          bid.bid !== null && { name: t('nft_pages.your_bid'), value: paid(bid.bid) },
          { name: t('nft_pages.margin'), value: paid(bid.margin) },
          { name: t('nft_pages.ended'), value: zonedMoment(bid.auction.endsAtMs, locale) },
          bid.endedAtMs !== null && {
            name: t('history_pages.status_returned'),
            value: zonedMoment(bid.endedAtMs, locale),
          },
        ]
      }
    >
      {bid && (
        <div className="grid gap-3 border-t border-line pt-4 pb-2">
          <ButtonLink to={toArtwork(bid.artwork)}>{t('nft_pages.see_artwork')}</ButtonLink>
        </div>
      )}
    </RecordSheet>
  )
}
