import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { gameRound, guessPrice, type RoundView } from '#domain/game/contract.ts'
import { decimalsOf, pairText } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { useQuote } from '#web/features/quotes/quotes.ts'
import { useQuotes } from '#web/features/quotes/use-quotes.ts'
import { useCountdownTo } from '#web/features/time/use-countdown-to.ts'
import { utcTime } from '#web/features/time/utc.ts'
import { grouped } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Price } from '#web/ui/price.tsx'
import { countdownText } from './countdown-text.ts'

/** The round that is open: the price now, how long guesses are taken, and the customer's own. */
export function GuessForm({ round }: { round: RoundView }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const { send, isPending } = useApiMutation(guessPrice)
  const [price, setPrice] = useState('')
  const { symbol, closesAtMs, endsAtMs, own } = round
  const leftMs = useCountdownTo(closesAtMs)
  useQuotes()
  const last = useQuote(symbol, (quote) => quote?.lastPrice ?? undefined)
  const decimals = decimalsOf(findInstrument(symbol)?.tickSize ?? '1')
  async function guess() {
    if (!(await send({ roundId: round.id, price }))) return
    // What was typed meanwhile stays.
    setPrice((now) => (now === price ? '' : now))
    toast(t('game_pages.saved'))
    await queries.invalidateQueries({ queryKey: [gameRound.path] })
  }
  return (
    <form
      className="gutter pt-4 pb-5"
      onSubmit={(event) => {
        event.preventDefault()
        void guess()
      }}
    >
      <h2 className="text-20 font-semibold">
        {t('game_pages.question', { pair: pairText(symbol), time: utcTime(endsAtMs) })}
      </h2>
      <p role="timer" className="figures pt-1 pb-3 text-13 text-t2">
        {t('game_pages.closes_in', { time: countdownText(leftMs) })}
      </p>
      <KeyValue
        ruled
        lines={[
          { name: t('game_pages.now'), value: <Price value={last} /> },
          {
            name: t('game_pages.your_guess'),
            value: own ? grouped(own.price) : t('game_pages.no_guess'),
            isStrong: own !== null,
          },
        ]}
      />
      <DecimalField
        label={t('game_pages.your_guess')}
        value={price}
        onChange={setPrice}
        decimals={decimals}
        unit={symbol.split('-')[1]!}
        className="pt-2"
      />
      <Button
        type="submit"
        kind="primary"
        className="mt-3 w-full"
        isPending={isPending}
        disabled={price === '' || leftMs === 0}
      >
        {t(own ? 'game_pages.change' : 'game_pages.guess')}
      </Button>
      <p className="pt-3 text-13 text-t2">{t('game_pages.no_money')}</p>
    </form>
  )
}
