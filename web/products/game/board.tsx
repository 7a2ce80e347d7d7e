import { useQueryClient } from '@tanstack/react-query'
import type { OutputOf } from '#domain/endpoint.ts'
import { gameBoard, listNickname } from '#domain/game/contract.ts'
import type { BoardPeriod } from '#domain/game/words.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { utcDate } from '#web/features/time/utc.ts'
import { grouped } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'

type Answer = OutputOf<typeof gameBoard>
const REFETCH_MS = 30_000

/** Who has the most points, and the customer's own place and name. */
export function Board({ period }: { period: BoardPeriod }) {
  const { t, locale } = useTexts()
  const board = useApiQuery(gameBoard, { period }, { refetchMs: REFETCH_MS })
  if (!board.data)
    return board.error ? (
      <ErrorState error={board.error} onRetry={() => void board.refetch()} />
    ) : (
      <SkeletonRows count={5} />
    )
  const { items, own, endsAtMs, maxPlace } = board.data
  return (
    <>
      <Own own={own} maxPlace={maxPlace} />
      {endsAtMs !== null && (
        <p className="gutter pt-2 pb-1 text-12 text-t3">
          {t('game_pages.week_until', { date: utcDate(endsAtMs, locale) })}
        </p>
      )}
      {items.length === 0 ? (
        <EmptyState title={t('game_pages.board_empty')} text={t('game_pages.board_empty_why')} />
      ) : (
        <ol>
          {items.map((item, n) => (
            <Line
              // biome-ignore lint/suspicious/noArrayIndexKey: who stands there has no name, and no number that others see
              key={n}
              item={item}
            />
          ))}
        </ol>
      )}
    </>
  )
}

function Line({ item: { place, nickname, points, rounds, isOwn } }: { item: Answer['items'][number] }) {
  const { t } = useTexts()
  return (
    <li className={cx('flex min-h-12 items-center gap-3 gutter', isOwn && 'bg-s2')}>
      <span className="figures w-8 shrink-0 text-15 text-t2">{place}</span>
      <span className="hairline flex min-h-[inherit] min-w-0 flex-1 items-center gap-3">
        <span className="min-w-0 flex-1 truncate text-15">
          <bdi className={nickname === null ? 'text-t3' : 'text-t1'}>
            {nickname ?? t('game_pages.unnamed')}
          </bdi>
          {isOwn && <span className="text-13 text-t2"> · {t('game_pages.you')}</span>}
        </span>
        <span className="figures shrink-0 text-right">
          <span className="block text-15 font-semibold">{grouped(String(points))}</span>
          <span className="block text-12 text-t3">{t('game_pages.of_rounds', { count: rounds })}</span>
        </span>
      </span>
    </li>
  )
}

function Own({ own, maxPlace }: { own: Answer['own']; maxPlace: number }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const { send } = useApiMutation(listNickname)
  const { place, points, rounds, nickname, isListed, isHidden } = own
  async function list(isOn: boolean) {
    if (await send({ isListed: isOn ? '1' : '0' }))
      await queries.invalidateQueries({ queryKey: [gameBoard.path] })
  }
  return (
    <div className="border-b border-line pb-2">
      <ListRow
        title={
          rounds === 0
            ? t('game_pages.no_place')
            : t('game_pages.own_place', {
                place:
                  place === null
                    ? t('game_pages.beyond', { place: grouped(String(maxPlace)) })
                    : grouped(String(place)),
              })
        }
        value={rounds === 0 ? undefined : grouped(String(points))}
        valueNote={rounds === 0 ? undefined : t('game_pages.of_rounds', { count: rounds })}
      />
      {nickname === null ? (
        <ListRow
          title={t('game_pages.choose_nickname')}
          note={t('game_pages.no_nickname')}
          to={toPage('pages/setting/userInfo')}
        />
      ) : isHidden ? (
        <p className="gutter py-2 text-13 text-t2">{t('game_pages.hidden')}</p>
      ) : (
        <div className="flex min-h-14 items-center gap-3 gutter">
          <span className="min-w-0 flex-1">
            <span className="block text-15">{t('game_pages.listed')}</span>
            <span className="block text-12 text-t3">{t('game_pages.listed_why')}</span>
          </span>
          <Switch label={t('game_pages.listed')} isOn={isListed} onChange={(isOn) => void list(isOn)} />
        </div>
      )}
    </div>
  )
}
