import { Link } from 'react-router'
import type { RoundView } from '#domain/game/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { utcSecond, utcTime } from '#web/features/time/utc.ts'
import { grouped } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { KeyValue } from '#web/ui/key-value.tsx'

/** Where it is computed again which tick decided a round. */
export const proofOf = ({ id }: RoundView): string => toPage('pages/verify/verify', { round: id })

/** The round that takes guesses no more: what it waits for, or what decided it and what the guess came to. */
export function PreviousRound({ round }: { round: RoundView }) {
  const { t } = useTexts()
  const { status, tick, own, endsAtMs } = round
  const isDecided = status !== 'waiting'
  return (
    <section className="gutter border-t border-line py-4">
      <div className="flex items-baseline justify-between gap-3 pb-1">
        <h2 className="text-15 font-semibold">{t('game_pages.previous', { time: utcTime(endsAtMs) })}</h2>
        {isDecided && (
          <Link to={proofOf(round)} className="target shrink-0 text-13 font-semibold text-t1 underline">
            {t('game_pages.check')}
          </Link>
        )}
      </div>
      {status === 'waiting' && (
        <p className="text-13 text-t2">{t('game_pages.waiting', { time: utcTime(endsAtMs) })}</p>
      )}
      {status === 'void' && <p className="text-13 text-t2">{t('game_pages.void')}</p>}
      <KeyValue
        lines={[
          tick && { name: t('game_pages.result'), value: grouped(tick.price), isStrong: true },
          tick && {
            name: t('game_pages.tick'),
            value: `#${grouped(String(tick.sequence))} · ${utcSecond(tick.atMs)}`,
          },
          {
            name: t('game_pages.your_guess'),
            value: own ? grouped(own.price) : t('game_pages.no_guess'),
          },
          tick &&
            own && {
              name: t('game_pages.points'),
              value: own.points === null ? t('game_pages.counting') : String(own.points),
              isStrong: true,
            },
        ]}
      />
    </section>
  )
}
