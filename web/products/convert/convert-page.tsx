import { ArrowUpDown, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { convert, convertTerms, isQuote, quoteConversion } from '#domain/convert/contract.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { isDecimal } from '#domain/money/amount.ts'
import { SECOND_MS } from '#domain/time.ts'
import { walletCurrencies } from '#domain/wallet/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { CurrencySide } from '#web/features/firm-quote/currency-side.tsx'
import { useFirmQuote } from '#web/features/firm-quote/use-firm-quote.ts'
import { MoneyForm } from '#web/features/money/money-form.tsx'
import { amount, isZero } from '#web/format/number.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { IconLink } from '#web/ui/icon-button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { chosenPair, firstHeld, heldFirst, isTooMuch } from './draft.ts'
import { conversionLines } from './figures.tsx'

type Terms = OutputOf<typeof convertTerms>
type Balances = OutputOf<typeof walletCurrencies>

/** One currency of the funding wallet into another, at a firm quote with its price, tick, spread and fee. */
export default function ConvertPage() {
  const { t } = useTexts()
  const terms = useApiQuery(convertTerms, {})
  const wallet = useApiQuery(walletCurrencies, {})
  const failed = [terms, wallet].find((call) => call.isError && !call.data)
  return (
    <>
      <AppBar title={t('wallet.convert')}>
        <IconLink
          icon={ReceiptText}
          label={t('convert_pages.history')}
          to={`${toPage('pages/fund/transfer_history')}?type=conversions`}
        />
      </AppBar>
      <main className="pb-8">
        {failed ? (
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        ) : terms.data && wallet.data ? (
          <ConvertForm terms={terms.data} balances={wallet.data} />
        ) : (
          <SkeletonRows count={4} />
        )}
      </main>
    </>
  )
}

function ConvertForm({ terms, balances }: { terms: Terms; balances: Balances }) {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const [typed, setTyped] = useState('')
  const balanceOf = (code: string) => balances.find((one) => one.code === code)?.available ?? '0'
  const [first] = useState(() => firstHeld(terms.currencies, balanceOf))
  const { from, to, targets } = chosenPair(terms.currencies, first, search.get('from'), search.get('to'))
  const available = balanceOf(from)
  const isTyped = isDecimal(typed) && !isZero(typed)
  const isOver = isTooMuch(typed, available, from)
  /** The quote that is looked at before it is confirmed, and how long it held then; another one follows when it has run out. */
  const [seen, setSeen] = useState<{ readonly quoteId: string; readonly heldMs: number }>()
  /** Whether it is on its way to be used. */
  const [isSent, setSent] = useState(false)
  const {
    quote: answer,
    secondsLeft,
    error,
  } = useFirmQuote(
    quoteConversion,
    isTyped && !isOver ? { from, to, amount: typed } : undefined,
    seen?.heldMs,
    isSent,
  )
  const quote = answer && isQuote(answer) ? answer : undefined
  const hasRunOut = seen !== undefined && !isSent && seen.quoteId !== quote?.quoteId
  const action = t('convert_pages.convert', { amount: amount(typed), currency: from })
  const choices = (codes: readonly string[]) => codes.map((code) => ({ code, available: balanceOf(code) }))
  const change = (next: { from: string; to: string }) => {
    setTyped('')
    setSearch(next, { replace: true })
  }

  return (
    <MoneyForm
      endpoint={convert}
      onLook={(isLooking) =>
        setSeen(isLooking && quote ? { quoteId: quote.quoteId, heldMs: secondsLeft * SECOND_MS } : undefined)
      }
      onPending={setSent}
      renewal={hasRunOut ? t('convert_pages.renew') : undefined}
      input={quote && { from, to, amount: typed, quoteId: quote.quoteId }}
      above={
        <div className="relative mt-2 rounded-12 border border-line2 bg-s1">
          <CurrencySide
            name={t('convert_pages.from')}
            code={from}
            choices={choices(
              heldFirst(
                terms.currencies.map(({ code }) => code),
                balanceOf,
              ),
            )}
            onChoose={(code) => change({ from: code, to: code === to ? from : to })}
          />
          <div className="mx-3 border-t border-line" />
          <CurrencySide
            name={t('convert_pages.to')}
            code={to}
            choices={choices(targets)}
            onChoose={(code) => change({ from, to: code })}
          />
          <button
            type="button"
            aria-label={t('convert_pages.swap')}
            onClick={() => change({ from: to, to: from })}
            className="press absolute top-1/2 right-3 flex size-11 -translate-y-1/2 items-center justify-center rounded-full border border-line2 bg-s2"
          >
            <ArrowUpDown aria-hidden size={18} strokeWidth={1.75} />
          </button>
        </div>
      }
      amount={{
        value: typed,
        onChange: setTyped,
        currency: from,
        balance: { available, maximum: available },
        error: isOver ? refusalText('INSUFFICIENT_BALANCE') : error?.message,
        hint: t('convert_pages.limits', {
          minimum: amount(terms.minimum, 0),
          maximum: amount(terms.maximum, 0),
          day: amount(terms.maxPerCustomer, 0),
          currency: terms.limitCurrency,
        }),
      }}
      action={quote ? action : t('wallet.convert')}
      note={quote ? t('convert_pages.firm', { seconds: secondsLeft }) : t('convert_pages.both_in_funding')}
      confirmation={{
        title: t('convert_pages.confirm'),
        lines: [
          { name: t('convert_pages.given'), value: `${amount(typed)} ${from}` },
          ...(quote ? conversionLines(quote, t) : []),
          {
            name: t('convert_pages.you_receive'),
            value: quote && `${amount(quote.receive)} ${to}`,
            isStrong: true,
          },
        ],
        action,
        note: isSent
          ? t('convert_pages.sent')
          : hasRunOut
            ? t('convert_pages.ran_out')
            : `${t('convert_pages.firm', { seconds: secondsLeft })}. ${t('convert_pages.firm_why', { seconds: terms.quoteSeconds })}`,
        notDone: t('convert_pages.not_done'),
        still: [{ name: t('convert_pages.still'), value: `${amount(available)} ${from}` }],
      }}
      onDone={({ receive }) => {
        toast(t('convert_pages.done', { amount: amount(receive), currency: to }))
        setTyped('')
      }}
    >
      {isTyped && !isOver && !error && (
        <div className="min-h-45">
          {quote ? (
            <KeyValue
              ruled
              lines={[
                {
                  name: t('convert_pages.you_receive'),
                  value: (
                    <span className="text-20">
                      <Amount value={quote.receive} currency={to} />
                    </span>
                  ),
                  isStrong: true,
                },
                ...conversionLines(quote, t),
              ]}
            />
          ) : (
            <SkeletonRows count={4} height={44} />
          )}
        </div>
      )}
    </MoneyForm>
  )
}
