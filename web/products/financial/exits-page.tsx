import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OutputOf } from '#domain/endpoint.ts'
import { financialOverview, quoteExits } from '#domain/financial/contract.ts'
import { walletHolds, walletList } from '#domain/wallet/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { decimalsOf } from '#web/features/money/decimals.ts'
import { useCountdown } from '#web/features/time/use-countdown.ts'
import { useServerNow } from '#web/features/time/use-server-now.ts'
import { isZero } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { CountdownRing } from '#web/ui/countdown-ring.tsx'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { EndBar } from './end-bar.tsx'
import { ExitList } from './exit-list.tsx'
import { HeldList } from './held-list.tsx'
import { LockedList } from './locked-list.tsx'
import { useKept } from './use-kept.ts'

export type Quoted = OutputOf<typeof quoteExits>

/** Kept back for the way of the answer, so that a quote never ends while its button can be pressed. */
const KEPT_BACK_MS = 1_000
const REFRESH_MS = 15_000

/**
 * For an amount that is needed: what each product would pay to end now, cheapest first, at quotes that hold; then what
 * else holds money of that currency, without a quote.
 */
export default function ExitsPage() {
  const { t } = useTexts()
  const kept = useKept()
  const [search, setSearch] = useSearchParams()
  const overview = useApiQuery(financialOverview, {})
  const holds = useApiQuery(walletHolds, {}, { refetchMs: REFRESH_MS })
  const wallet = useApiQuery(walletList, {}, { refetchMs: REFRESH_MS })
  const failed = [overview, holds, wallet].find(({ isError, data }) => isError && !data)
  const quotable = new Set(
    overview.data?.lines
      .filter(({ product, principal }) => kept.has(product) && !isZero(principal))
      .map(({ currency }) => currency),
  )
  // What is quoted stands above; the rest of what products keep is listed with what orders hold.
  const inProducts =
    wallet.data?.savings.filter(({ product, amount }) => !kept.has(product) && !isZero(amount)) ?? []
  const currencies = [
    ...new Set([...quotable, ...[...(holds.data ?? []), ...inProducts].map(({ currency }) => currency)]),
  ]
  const currency = currencies.find((code) => code === search.get('currency')) ?? currencies[0]
  const wallets = holds.data?.filter((one) => one.currency === currency) ?? []
  const others = inProducts.filter((one) => one.currency === currency)
  return (
    <>
      <AppBar title={t('financial_pages.free_up')} />
      <main className="pb-40">
        {failed ? (
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        ) : !overview.data || !holds.data || !wallet.data ? (
          <SkeletonRows count={4} />
        ) : !currency ? (
          <EmptyState
            title={t('financial_pages.none')}
            text={t('financial_pages.nothing_to_end')}
            action={{ label: t('common.tab_savings'), to: toPage('pages/quantization/quantization') }}
          />
        ) : (
          <>
            {currencies.length > 1 && (
              <Chips
                label={t('financial_pages.currency')}
                choices={currencies.map((code) => ({ id: code, label: code }))}
                value={currency}
                onChange={(code) => setSearch({ currency: code }, { replace: true })}
              />
            )}
            {quotable.has(currency) && <Exits key={currency} currency={currency} />}
            {wallets.length + others.length > 0 && (
              <HeldList currency={currency} wallets={wallets} products={others} />
            )}
          </>
        )}
      </main>
    </>
  )
}

function Exits({ currency }: { currency: string }) {
  const { t } = useTexts()
  const kept = useKept()
  const nowMs = useServerNow()
  const call = useApiMutation(quoteExits, { toastsRefusal: false })
  const [needed, setNeeded] = useState('')
  const [quoted, setQuoted] = useState<Quoted>()
  const [chosen, choose] = useState<string>()
  const [validSeconds, setValidSeconds] = useState(1)
  const [secondsLeft, begin] = useCountdown()

  async function ask(): Promise<void> {
    const got = await call.send({ currency, ...(isPositive(needed) && { amount: needed }) })
    if (!got) return
    setQuoted(got)
    choose(got.exits[0]?.id)
    // All of them hold as long as the one that ends first.
    const ends = Math.min(...got.exits.map(({ validUntilMs }) => validUntilMs))
    const seconds = Math.max(Math.floor((ends - nowMs - KEPT_BACK_MS) / 1_000), 0)
    if (got.exits.length === 0) return
    setValidSeconds(Math.max(seconds, 1))
    begin(seconds)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once on opening, then by the button
  useEffect(() => {
    void ask()
  }, [])

  const isFirm = secondsLeft > 0
  const exit = quoted?.exits.find(({ id }) => id === chosen)
  const words = exit && kept.get(exit.product)
  return (
    <>
      <form
        className="flex flex-col gap-2 gutter pt-2 xs:flex-row xs:items-end xs:gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void ask()
        }}
      >
        <DecimalField
          className="min-w-0 xs:flex-1"
          label={t('financial_pages.needed')}
          value={needed}
          onChange={setNeeded}
          decimals={decimalsOf(currency)}
          unit={currency}
        />
        <Button type="submit" isPending={call.isPending}>
          {t('financial_pages.quote')}
        </Button>
      </form>
      <p role="status" className="flex items-center gap-2 gutter pt-2 text-12 text-t3">
        {isFirm && <CountdownRing secondsLeft={secondsLeft} seconds={validSeconds} />}
        {isFirm
          ? t('financial_pages.firm', { seconds: secondsLeft })
          : quoted && quoted.exits.length > 0 && t('financial_pages.expired')}
      </p>
      {call.error && !quoted && <ErrorState error={call.error} onRetry={() => void ask()} />}
      {!quoted && call.isPending && <SkeletonRows count={3} height={72} />}
      {quoted && quoted.exits.length === 0 && (
        <EmptyState isSmall title={t('financial_pages.none_now')} text={t('financial_pages.none_now_why')} />
      )}
      {quoted && quoted.exits.length > 0 && (
        <ExitList exits={quoted.exits} isFirm={isFirm} chosen={chosen} onChoose={choose} />
      )}
      {quoted && quoted.locked.length > 0 && <LockedList records={quoted.locked} />}
      {exit && words && (
        <EndBar
          key={`${exit.product}.${exit.quoteId}`}
          exit={exit}
          words={words}
          others={quoted!.exits.length - 1}
          isFirm={isFirm}
          isAsking={call.isPending}
          onAsk={() => void ask()}
          onEnded={(text) => {
            toast(text)
            void ask()
          }}
        />
      )}
    </>
  )
}

const isPositive = (typed: string): boolean => typed !== '' && !isZero(typed)
