import { type ConsoleRound, consoleRounds } from '#domain/game/console.ts'
import { roundStates } from '#domain/game/words.ts'
import { pairText } from '#domain/market/instrument.ts'
import { utcMinute } from '#domain/time.ts'
import { grouped } from '#web/format/number.ts'
import { dateTimeUtc } from '../../format.ts'
import { t } from '../../texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Page } from '../../ui/page.tsx'
import { type Column, Two } from '../../ui/table.tsx'

/** Every round in which somebody guessed. Nobody decides anything here. */
export const RoundsPage = () => (
  <Page title={t('game.rounds')}>
    <DataTable
      endpoint={consoleRounds}
      label={t('game.rounds')}
      empty={t('game.empty')}
      columns={columns}
      keyOf={({ id }) => id}
      filters={filters}
    />
  </Page>
)

const filters = [
  {
    name: 'status',
    label: t('game.column_status'),
    options: roundStates.map((id) => ({ id, label: t(`game.status_${id}`) })),
  },
]

const columns: Column<ConsoleRound>[] = [
  {
    title: t('game.column_round'),
    sort: 'time',
    cell: ({ id, endsAtMs }) => <Two first={utcMinute(endsAtMs)} second={t('game.round_number', { id })} />,
  },
  {
    title: t('game.column_tick'),
    cell: ({ sequence, tickAtMs }) =>
      sequence === null || tickAtMs === null ? (
        t('game.no_tick')
      ) : (
        <Two
          first={`#${grouped(String(sequence))}`}
          second={t('game.tick_at', { time: dateTimeUtc(tickAtMs).slice(11, 19) })}
        />
      ),
  },
  {
    title: t('game.column_price'),
    align: 'right',
    cell: ({ price, symbol }) => (
      <Two first={price === null ? '–' : grouped(price)} second={pairText(symbol)} />
    ),
  },
  {
    title: t('game.column_guesses'),
    align: 'right',
    cell: ({ guesses }) => (guesses === null ? '–' : grouped(String(guesses))),
  },
  { title: t('game.column_status'), cell: ({ status }) => t(`game.status_${status}`) },
]
