import { Link } from 'react-router'
import { reasonText } from '#domain/reasons.ts'
import { type StatementEventView, statementEvent } from '#domain/statement/contract.ts'
import { eventRules, SHARED } from '#domain/statement/events.ts'
import { toPage } from '#web/app/page-list.ts'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { useMasked } from '#web/features/money/use-masked.ts'
import { RecordSheet } from '#web/features/records/record-sheet.tsx'
import { zonedStamp } from '#web/features/time/zoned.ts'
import { isZero } from '#web/format/number.ts'
import { useProducts } from '#web/products/products-context.ts'
import { useTexts } from '#web/texts/texts.ts'
import { CordColumn } from '#web/ui/cord-column.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { eventPrices, eventState, eventTitle } from './event-words.ts'
import { signedAmount } from './statement-row-button.tsx'

const PAGE_SIZE = '100'

/** One event with its entries, oldest first, down to what they come to. `known` is what its list knows. */
export function EventSheet({
  kind,
  id,
  known,
  onClose,
}: Pick<StatementEventView, 'kind' | 'id'> & {
  known: StatementEventView | undefined
  onClose(): void
}) {
  const { t } = useTexts()
  const masked = useMasked()
  const entries = usePagedList(statementEvent, { kind, id, limit: PAGE_SIZE })
  // Whole, where the list shows what its filter lets through.
  const event = entries.first?.event
  const named = event ?? known
  const link = useEventLink(named)
  return (
    <RecordSheet
      title={named ? eventTitle(named, t, masked) : t('wallet.statement')}
      text={named && [zonedStamp(named.atMs), eventState(named, t, masked)].filter(Boolean).join(' · ')}
      onClose={onClose}
      query={{
        isPending: !entries.items && !entries.error,
        error: entries.items ? null : entries.error,
        refetch: entries.refetch,
      }}
      lines={undefined}
    >
      {event && entries.items && (
        <>
          <CordColumn
            rows={entries.items.map((entry) => ({
              key: `${entry.transferId} ${entry.walletType} ${entry.state}`,
              name: t(reasonText(entry.reason)),
              note: `${t(`wallet.type_${entry.walletType}`)} · ${t(entry.state === 'held' ? 'wallet.held' : 'wallet.available')}`,
              value: (
                <>
                  {masked(signedAmount(entry.amount))}{' '}
                  <span className="text-12 font-normal text-t2">{entry.currency}</span>
                </>
              ),
              valueNote: `#${entry.transferId.slice(-6)}`,
            }))}
            sumName={
              entries.hasNextPage
                ? t('statement_pages.change_of_all', { count: event.entries })
                : t('statement_pages.change')
            }
            sum={event.amounts.map(({ currency, net }) => (
              <span key={currency} className="block text-17">
                {masked(signedAmount(net))} <span className="text-13 font-normal text-t2">{currency}</span>
              </span>
            ))}
          />
          <LoadMore
            hasMore={entries.hasNextPage}
            isPending={entries.isFetchingNextPage}
            onMore={() => void entries.fetchNextPage()}
          />
          <p className="pb-3 text-12 text-t3">
            {t(
              event.amounts.every(({ net }) => isZero(net))
                ? 'statement_pages.both_sides_yours'
                : 'statement_pages.sums_to_zero',
            )}
          </p>
          <KeyValue ruled lines={eventPrices(event, t)} />
          {link && (
            <Link
              to={toPage(link.page, { [link.param]: id })}
              className="target press my-3 inline-block text-15 underline decoration-line2 underline-offset-4"
            >
              {t('statement_pages.see_request')}
            </Link>
          )}
        </>
      )}
    </RecordSheet>
  )
}

/** Where the request of an event can be looked at: the page of the first of its reasons that takes its id. */
function useEventLink(event: StatementEventView | undefined) {
  const products = useProducts()
  if (!event || event.kind === SHARED) return undefined
  const own = eventRules(event.kind).reasons
  // Its newest entry first: a subscription's page is that of its own kind.
  return [event.reason, ...own]
    .map((reason) => products.map(({ reasons }) => reasons?.[reason]).find((link) => link))
    .find((link) => link?.param === 'id')
}
