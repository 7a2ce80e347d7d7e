import { type StatementEventView, statementEvents } from '#domain/statement/contract.ts'
import { eventKey, readEventKey } from '#domain/statement/events.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { type PagedResult, usePagedList } from '#web/app/use-paged-list.ts'
import { WithPane } from '#web/features/records/pane-sheet.tsx'
import { useOpened } from '#web/features/records/use-url-choice.ts'
import { useTexts } from '#web/texts/texts.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { DayList } from './day-list.tsx'
import { EventRow } from './event-row.tsx'
import { EventSheet } from './event-sheet.tsx'
import { NoEntries } from './no-entries.tsx'
import { type StatementFilter, toQuestion } from './statement-filter.ts'

const keyOf = ({ kind, id }: StatementEventView): string => eventKey(kind, id)

const PAGE_SIZE = '50'

/** The statement by event; `first.sums` are of the whole filter. */
export const useEvents = (filter: StatementFilter, isShown: boolean) =>
  usePagedList(statementEvents, { ...toQuestion(filter), limit: PAGE_SIZE }, { enabled: isShown })

/** What happened, day by day, without end; each opens its entries, beside the list where there is room. */
export function EventList({
  events,
  isFiltered,
}: {
  events: PagedResult<StatementEventView>
  isFiltered: boolean
}) {
  const { t } = useTexts()
  const [link, open] = useOpened()
  const opened = link === undefined ? undefined : readEventKey(link)
  return (
    <WithPane hint={!opened && events.items?.length ? t('common.pick_to_see') : undefined}>
      <PagedList
        list={events}
        skeleton={<SkeletonRows count={8} />}
        empty={<NoEntries isFiltered={isFiltered} />}
      >
        {(all) => (
          <DayList
            rows={all}
            keyOf={keyOf}
            row={(event) => (
              <EventRow event={event} isOpen={keyOf(event) === link} onOpen={() => open(keyOf(event))} />
            )}
          />
        )}
      </PagedList>
      {opened && (
        <EventSheet
          key={link}
          {...opened}
          known={events.items?.find((event) => keyOf(event) === link)}
          onClose={() => open()}
        />
      )}
    </WithPane>
  )
}
