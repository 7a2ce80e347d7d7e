import { useSearchParams } from 'react-router'
import { earnSubscriptions } from '#domain/earn/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { SavingsTotal } from './savings-total.tsx'
import { SubscriptionLine } from './subscription-line.tsx'
import { SubscriptionSheet } from './subscription-sheet.tsx'

/** The customer's locked deposits, running and ended; `?id=` opens one. */
export default function SubscriptionsPage() {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const status = search.get('status') === 'ended' ? 'ended' : 'active'
  const id = search.get('id') ?? undefined
  const keep = status === 'ended' ? { status } : {}
  const subscriptions = usePagedList(earnSubscriptions, { status, limit: '20' }, { keepsPrevious: true })
  const totals = subscriptions.first?.totals ?? []

  return (
    <>
      <AppBar title={t('earn.my_deposits')} />
      <main className="pb-8">
        {totals.length > 0 && <SavingsTotal totals={totals} />}
        <UnderlineTabs
          label={t('earn.my_deposits')}
          choices={[
            { id: 'active', label: t('earn.running') },
            { id: 'ended', label: t('earn.ended') },
          ]}
          value={status}
          onChange={(chosen) => setSearch(chosen === 'ended' ? { status: chosen } : {}, { replace: true })}
        />
        <PagedList
          list={subscriptions}
          skeleton={<SkeletonRows count={3} height={84} />}
          empty={
            <EmptyState
              title={t(status === 'active' ? 'earn.none_running' : 'earn.none_ended')}
              text={t('earn.title_note')}
              action={{ label: t('earn.see_terms'), to: toPage('pages/lockming/lockming') }}
            />
          }
          more={t('common.more')}
        >
          {(items) => (
            <ul className="pt-2">
              {items.map((subscription) => (
                <li key={subscription.id}>
                  <SubscriptionLine subscription={subscription} keep={keep} />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </main>
      {id && <SubscriptionSheet id={id} onClose={() => setSearch(keep, { replace: true })} />}
    </>
  )
}
