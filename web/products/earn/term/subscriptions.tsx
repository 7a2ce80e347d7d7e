import type { ReactNode } from 'react'
import { earnSubscriptions } from '#domain/earn/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { RecordList } from '#web/features/records/record-list.tsx'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { type AppTermKind, toKindPage } from './kind.ts'
import { SavingsTotal } from './savings-total.tsx'
import { SubscriptionLine } from './subscription-line.tsx'
import { SubscriptionSheet } from './subscription-sheet.tsx'

/** The customer's subscriptions to products of a kind, active and ended; `?id=` opens one. */
export function SubscriptionsPage({ kind, children }: { kind: AppTermKind; children?: ReactNode }) {
  const { t } = useTexts()
  const { texts } = kind
  const [status, setStatus] = useUrlChoice('status', ['active', 'ended'])
  const subscriptions = usePagedList(
    earnSubscriptions,
    { kind: kind.name, status, limit: '20' },
    { keepsPrevious: true },
  )
  const totals = subscriptions.first?.totals ?? []
  return (
    <>
      <AppBar title={t(texts.own)} />
      <main className="pb-8">
        {children}
        {totals.length > 0 && <SavingsTotal totals={totals} />}
        <UnderlineTabs
          label={t(texts.own)}
          choices={[
            { id: 'active', label: t('earn_pages.active') },
            { id: 'ended', label: t('earn_pages.ended') },
          ]}
          value={status}
          onChange={setStatus}
        />
        <RecordList
          list={subscriptions}
          rowHeight={84}
          empty={{
            title: t(status === 'active' ? texts.noneActive : texts.noneEnded),
            text: t(texts.note),
            action: { label: t(texts.seeProducts), to: toKindPage(kind, 'products') },
          }}
          row={(subscription) => (
            <SubscriptionLine
              kind={kind}
              subscription={subscription}
              to={toKindPage(kind, 'subscriptions', {
                ...(status === 'ended' && { status }),
                id: subscription.id,
              })}
            />
          )}
          sheet={(id, _subscription, close) => <SubscriptionSheet kind={kind} id={id} onClose={close} />}
        />
      </main>
    </>
  )
}
