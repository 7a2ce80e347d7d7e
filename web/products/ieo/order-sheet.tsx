import { type IeoOrderView, ieoOrder } from '#domain/ieo/contract.ts'
import { eventKey } from '#domain/statement/events.ts'
import { Amount } from '#web/app/amount.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { RecordSheet } from '#web/features/records/record-sheet.tsx'
import { AskLink } from '#web/features/support/ask-link.tsx'
import { zonedMoment } from '#web/features/time/zoned.ts'
import { amount, isZero } from '#web/format/number.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import type { KeyValueLines } from '#web/ui/key-value.tsx'
import { Bob } from '#web/ui/plumb-line.tsx'
import { AllotmentSection } from './allotment-section.tsx'

/** One order in a new-coin sale: its money, its coins, and how its allotment was computed. */
export function OrderSheet({
  id,
  listed,
  onClose,
}: {
  id: string
  listed: IeoOrderView | undefined
  onClose(): void
}) {
  const { t, locale } = useTexts()
  const query = useApiQuery(ieoOrder, { id }, { refetchMs: 30_000 })
  const order = query.data ?? listed
  return (
    <RecordSheet
      title={order ? `${order.name} · ${t(`ieo_pages.order_${order.kind}`)}` : t('ieo_pages.mine')}
      text={t('ieo_pages.order_no', { id })}
      onClose={onClose}
      query={query}
      ask={order && <AskLink kind="ieo-order" id={order.id} />}
      lines={order && linesOf(order, t, locale)}
    >
      {order && (
        <>
          {order.allotment && <AllotmentSection order={order} allotment={order.allotment} />}
          <div className="grid gap-3 border-t border-line pt-4 pb-2">
            <ButtonLink to={toPage('pages/ieo/subscribe', { id: order.projectId })}>
              {t('ieo_pages.see_sale')}
            </ButtonLink>
            <ButtonLink
              to={toPage('pages/setting/bill', { id: eventKey('ieo', order.id) })}
              className="text-gold"
            >
              <Bob />
              {t('ieo_pages.see_statement')}
            </ButtonLink>
          </div>
        </>
      )}
    </RecordSheet>
  )
}

function linesOf(order: IeoOrderView, t: Translate, locale: string): KeyValueLines {
  const { code, payCurrency, status, allotted, failure, listedAtMs, unlocksAtMs, endedAtMs } = order
  const money = (value: string) => <Amount value={value} currency={payCurrency} />
  const coins = (value: string) => `${amount(value, 0)} ${code}`
  return [
    { name: t('ieo_pages.status'), value: t(`ieo_pages.state_${status}`), isStrong: true },
    failure !== null && { name: t('ieo_pages.why'), value: t(`ieo_pages.failure_${failure}`) },
    order.kind === 'subscription' && { name: t('ieo_pages.asked'), value: coins(order.quantity) },
    allotted !== null && { name: t('ieo_pages.you_get'), value: coins(allotted), isStrong: true },
    { name: t('ieo_pages.price'), value: `${amount(order.price)} ${payCurrency}` },
    { name: t('ieo_pages.charged'), value: money(order.cost) },
    !isZero(order.held) && { name: t('ieo_pages.held'), value: money(order.held) },
    !isZero(order.paid) && { name: t('ieo_pages.paid'), value: money(order.paid) },
    !isZero(order.refunded) && {
      name: t('ieo_pages.refunded'),
      value: money(order.refunded),
      isStrong: true,
    },
    { name: t('ieo_pages.placed'), value: zonedMoment(order.placedAtMs, locale) },
    status === 'waiting' && {
      name: t('ieo_pages.step_allotment'),
      value: zonedMoment(order.endsAtMs, locale),
    },
    (status === 'waiting' || status === 'allotted') && {
      name: t('ieo_pages.listing'),
      value: zonedMoment(order.listsAtMs, locale),
    },
    (status === 'waiting' || status === 'allotted') && {
      name: t('ieo_pages.refund_by'),
      value: zonedMoment(order.refundAtMs, locale),
    },
    listedAtMs !== null && { name: t('ieo_pages.listed'), value: zonedMoment(listedAtMs, locale) },
    unlocksAtMs !== null && { name: t('ieo_pages.unlock'), value: zonedMoment(unlocksAtMs, locale) },
    endedAtMs !== null && { name: t('ieo_pages.ended'), value: zonedMoment(endedAtMs, locale) },
  ]
}
