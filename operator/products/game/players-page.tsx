import { type ConsolePlayer, consolePlayers, hideNickname, showNickname } from '#domain/game/console.ts'
import { utcMinute } from '#domain/time.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { grouped } from '#web/format/number.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { t } from '../../texts.ts'
import { CustomerLink } from '../../ui/customer-link.tsx'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RecordPage } from '../../ui/record-page.tsx'
import { Answered } from '../../ui/states.tsx'
import { type Column, Two } from '../../ui/table.tsx'

/** Who has points, and how they stand on the board; a name can be taken off it. */
export const PlayersPage = () => (
  <RecordPage
    title={t('game.players')}
    endpoint={consolePlayers}
    empty={t('game.players_empty')}
    columns={columns}
    filters={filters}
    panel={(id, close) => <PlayerPanel key={id} id={id} onClose={close} />}
  />
)

const filters = [
  {
    name: 'hidden',
    label: t('game.filter_hidden'),
    options: [
      { id: 'yes', label: t('game.yes') },
      { id: 'no', label: t('game.no') },
    ],
  },
]

const standing = ({ isListed, isHidden }: ConsolePlayer) =>
  isHidden ? t('game.hidden') : isListed ? t('game.shown') : t('game.not_listed')

const columns: Column<ConsolePlayer>[] = [
  {
    title: t('game.column_player'),
    cell: ({ customerId, contact }) => <CustomerLink id={customerId}>{contact}</CustomerLink>,
  },
  { title: t('game.column_nickname'), cell: ({ nickname }) => nickname ?? t('game.no_nickname') },
  {
    title: t('game.column_points'),
    align: 'right',
    cell: ({ points, rounds }) => (
      <Two
        isStrong
        first={grouped(String(points))}
        second={t('game.of_rounds', { count: grouped(String(rounds)) })}
      />
    ),
  },
  { title: t('game.column_board'), cell: standing },
  {
    title: t('game.column_joined'),
    sort: 'time',
    align: 'right',
    cell: ({ joinedAtMs }) => utcMinute(joinedAtMs),
  },
]

/** One player, and what can be done about their name. */
function PlayerPanel({ id, onClose }: { id: string; onClose(): void }) {
  const call = useApiQuery(consolePlayers, { search: id })
  const mayHide = useMay(hideNickname)
  return (
    <Panel title={t('game.player', { id })} onClose={onClose}>
      <Answered call={call}>
        {({ items: [player] }) =>
          player && (
            <>
              <KeyValue
                ruled
                lines={[
                  { name: t('game.column_nickname'), value: player.nickname ?? t('game.no_nickname') },
                  { name: t('game.column_points'), value: grouped(String(player.points)) },
                  { name: t('game.column_board'), value: standing(player) },
                ]}
              />
              {mayHide && <Hiding key={String(player.isHidden)} player={player} onDone={onClose} />}
            </>
          )
        }
      </Answered>
    </Panel>
  )
}

function Hiding({ player: { customerId, isHidden }, onDone }: { player: ConsolePlayer; onDone(): void }) {
  const choice = useDecisionChoice(isHidden ? showNickname : hideNickname, {
    label: isHidden ? t('game.show') : t('game.hide'),
    input: { customerId },
    done: isHidden ? t('game.shown_done') : t('game.hidden_done'),
    onDone,
  })
  return <Decision choices={[choice]} note={isHidden ? t('game.show_note') : t('game.hide_note')} />
}
