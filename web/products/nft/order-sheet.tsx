import { useState } from 'react'
import { type NftOrderView, nftCurrency, nftOrder, payNftOrder } from '#domain/nft/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { MoneySheet } from '#web/features/money/money-sheet.tsx'
import { RecordSheet } from '#web/features/records/record-sheet.tsx'
import { AskLink } from '#web/features/support/ask-link.tsx'
import { useCountdownTo } from '#web/features/time/use-countdown-to.ts'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { isCovered, TooLittle } from './funding.tsx'
import { Thumb } from './media.tsx'
import { leftText, money, orderText, toArtwork } from './words.ts'

/** One order: what was paid or is due, until when, and who gets what of it. */
export function OrderSheet({
  id,
  listed,
  onClose,
}: {
  id: string
  listed: NftOrderView | undefined
  onClose(): void
}) {
  const { t, locale } = useTexts()
  const query = useApiQuery(nftOrder, { id }, { refetchMs: 10_000 })
  const order = query.data ?? listed
  const paid = (value: string) => order && <Amount value={value} currency={order.currency} />
  return (
    <RecordSheet
      title={order?.artwork.title ?? t('nft_pages.order')}
      text={t('nft_pages.order_no', { id })}
      onClose={onClose}
      query={query}
      ask={order?.role === 'buyer' && <AskLink kind="nft-order" id={order.id} />}
      lines={
        order && [
          { name: t('nft_pages.status'), value: orderText(order, t), isStrong: true },
          order.cancelled !== null && {
            name: t('nft_pages.why'),
            value: t(`nft_pages.cancelled_${order.cancelled}`),
          },
          { name: t('nft_pages.price'), value: paid(order.price) },
          order.kind === 'auction' && { name: t('nft_pages.margin_in_it'), value: paid(order.margin) },
          order.status === 'unpaid' && { name: t('nft_pages.due'), value: paid(order.due), isStrong: true },
          order.role === 'seller' && { name: t('nft_pages.fee'), value: paid(order.fee) },
          order.role === 'seller' && { name: t('nft_pages.royalty'), value: paid(order.royalty) },
          order.role === 'seller' && {
            name: t('nft_pages.you_receive'),
            value: paid(order.sellerGets),
            isStrong: true,
          },
          { name: t('nft_pages.ordered'), value: zonedMoment(order.placedAtMs, locale) },
          order.status === 'unpaid' &&
            order.payByMs !== null && {
              name: t('nft_pages.pay_by'),
              value: zonedMoment(order.payByMs, locale),
            },
          order.endedAtMs !== null && {
            name: t('nft_pages.ended'),
            value: zonedMoment(order.endedAtMs, locale),
          },
        ]
      }
      above={
        order && (
          <div className="w-28 py-2">
            <Thumb
              of={order.artwork}
              alt={t('nft_pages.picture_of', {
                title: order.artwork.title,
                artist: order.artwork.artist,
              })}
              isSmall
            />
          </div>
        )
      }
    >
      {order && (
        <div className="grid gap-3 border-t border-line pt-4 pb-2">
          {order.role === 'buyer' && order.status === 'unpaid' && <Pay order={order} />}
          <ButtonLink to={toArtwork(order.artwork)}>{t('nft_pages.see_artwork')}</ButtonLink>
        </div>
      )}
    </RecordSheet>
  )
}

function Pay({ order }: { order: NftOrderView }) {
  const { t, locale } = useTexts()
  const { id, currency, due, price, margin, payByMs } = order
  const leftMs = useCountdownTo(payByMs ?? 0)
  const terms = useApiQuery(nftCurrency, {}).data
  const paying = useApiMutation(payNftOrder)
  const [isLooking, setLooking] = useState(false)
  const available = terms?.items[0]?.available
  const action = t('nft_pages.pay_due', { due: money(due, currency) })
  return (
    <>
      <p role="timer" className="text-13 text-t2">
        {leftMs > 0 ? t('nft_pages.pay_left', { time: leftText(leftMs, t) }) : t('nft_pages.pay_over')}
      </p>
      <TooLittle terms={terms} cost={due} />
      <Button
        kind="primary"
        disabled={leftMs === 0 || !terms || !isCovered(terms, due)}
        onClick={() => {
          paying.reset()
          setLooking(true)
        }}
      >
        {action}
      </Button>
      <p className="text-12 text-t3">{t('nft_pages.unpaid_rule', { margin: money(margin, currency) })}</p>
      {isLooking && (
        <MoneySheet
          isOpen
          title={t('nft_pages.confirm_pay')}
          text={t('nft_pages.record_note')}
          lines={[
            { name: t('nft_pages.price'), value: money(price, currency) },
            { name: t('nft_pages.margin_in_it'), value: money(margin, currency) },
            { name: t('nft_pages.due'), value: money(due, currency), isStrong: true },
            payByMs !== null && { name: t('nft_pages.pay_by'), value: zonedMoment(payByMs, locale) },
          ]}
          action={action}
          notDone={t('nft_pages.not_paid')}
          still={available ? [{ name: t('nft_pages.in_funding'), value: money(available, currency) }] : []}
          onClose={() => setLooking(false)}
          onConfirm={() =>
            void paying.send({ id }).then((done) => {
              if (!done) return
              setLooking(false)
              toast(t('nft_pages.paid_done'))
            })
          }
          isPending={paying.isPending}
          error={paying.error}
          retriesRefusals={false}
          asksAgain
        />
      )}
    </>
  )
}
