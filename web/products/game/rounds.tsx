import { gameRounds, type RoundView } from '#domain/game/contract.ts'
import { PagedList } from '#web/app/paged-list.tsx'
import { usePagedList } from '#web/app/use-paged-list.ts'
import { utcMoment, utcTime } from '#web/features/time/utc.ts'
import { grouped } from '#web/format/number.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { proofOf } from './round-parts.tsx'

/** Rounds that are closed, newest first: the tick that decided each, and the customer's guess and points. */
export function Rounds({ isOwn }: { isOwn: boolean }) {
  const { t, locale } = useTexts()
  return (
    <PagedList
      list={usePagedList(gameRounds, { limit: '20', ...(isOwn && { isOwn: '1' as const }) })}
      empty={<EmptyState title={t('game_pages.rounds_empty')} text={t('game_pages.rounds_empty_why')} />}
      more={t('common.more')}
    >
      {(rounds) => (
        <ul>
          {rounds.map((round) => (
            <li key={round.id}>
              <ListRow
                title={utcMoment(round.endsAtMs, locale)}
                note={resultOf(round, t)}
                value={round.own ? String(round.own.points ?? '–') : undefined}
                valueNote={round.own ? grouped(round.own.price) : t('game_pages.no_guess')}
                {...(round.status !== 'waiting' && { to: proofOf(round) })}
              />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function resultOf({ status, tick, endsAtMs }: RoundView, t: Translate): string {
  if (tick) return `${grouped(tick.price)} · #${grouped(String(tick.sequence))}`
  return status === 'void' ? t('game_pages.void') : t('game_pages.waiting', { time: utcTime(endsAtMs) })
}
