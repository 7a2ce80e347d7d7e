import { gameRound } from '#domain/game/contract.ts'
import { CLOSES_BEFORE_MS } from '#domain/game/rules.ts'
import { pairText } from '#domain/market/instrument.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Board } from './board.tsx'
import { GuessForm } from './guess-form.tsx'
import { PreviousRound } from './round-parts.tsx'
import { Rounds } from './rounds.tsx'

const REFETCH_MS = 5 * SECOND_MS
const tabs = ['week', 'all', 'rounds', 'mine'] as const

/** What the price will be at the next full hour: the guess, the round before, the board, and how it works. */
export default function GamePage() {
  const { t } = useTexts()
  const [tab, setTab] = useUrlChoice('tab', tabs)
  const rounds = useApiQuery(gameRound, {}, { refetchMs: REFETCH_MS })
  return (
    <>
      <AppBar title={t('game.menu')}>
        <span className="mr-3">
          <PriceSourceBadge isShort />
        </span>
      </AppBar>
      <main className="pb-8 lg:grid lg:grid-cols-2 lg:gap-x-8">
        <div className="min-w-0">
          {rounds.data ? (
            <>
              <GuessForm key={rounds.data.open.id} round={rounds.data.open} />
              {rounds.data.previous && <PreviousRound round={rounds.data.previous} />}
              <section className="gutter py-4">
                <h2 className="pb-1 text-15 font-semibold">{t('game_pages.rules')}</h2>
                <ul className="list-disc pl-5 text-13 text-t2">
                  <li>{t('game_pages.rule_tick', { pair: pairText(rounds.data.open.symbol) })}</li>
                  <li>{t('game_pages.rule_points', { points: rounds.data.maxPoints })}</li>
                  <li>{t('game_pages.rule_close', { minutes: CLOSES_BEFORE_MS / MINUTE_MS })}</li>
                  <li>{t('game_pages.rule_void', { seconds: rounds.data.staleAfterMs / SECOND_MS })}</li>
                </ul>
              </section>
            </>
          ) : rounds.error ? (
            <ErrorState error={rounds.error} onRetry={() => void rounds.refetch()} />
          ) : (
            <SkeletonRows count={5} />
          )}
        </div>
        <div className="min-w-0">
          <UnderlineTabs
            label={t('game_pages.tabs')}
            choices={tabs.map((id) => ({ id, label: t(`game_pages.tab_${id}`) }))}
            value={tab}
            onChange={setTab}
          />
          {tab === 'week' || tab === 'all' ? <Board period={tab} /> : <Rounds isOwn={tab === 'mine'} />}
        </div>
      </main>
    </>
  )
}
