import { type ReactNode, useState } from 'react'
import { parsePrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { parseDecimal, units } from '#domain/money/amount.ts'
import { type OrderView, spotAmend, spotDetail } from '#domain/spot/contract.ts'
import { walletList } from '#domain/wallet/contract.ts'
import { Amount } from '#web/app/amount.tsx'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { NotDoneSheet } from '#web/features/money/money-sheet.tsx'
import { useQuote } from '#web/features/quotes/quotes.ts'
import { useQuotes } from '#web/features/quotes/use-quotes.ts'
import { amount } from '#web/format/number.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { DecimalField } from '#web/ui/decimal-field.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import {
  type AmendForm,
  changedOf,
  formOf,
  hasLimit,
  isOfPair,
  isWaiting,
  readAmendment,
} from './amend-draft.ts'

/** Amends orders one at a time: `sheet` is the form, open for the order that was asked about. */
export function useAmendOrder(): {
  /** With a price where one was chosen already, on the chart. */
  open(order: OrderView, at?: Partial<AmendForm>): void
  sheet: ReactNode
} {
  const [asked, setAsked] = useState<{ order: OrderView; at: Partial<AmendForm> }>()
  return {
    open: (order, at = {}) => setAsked({ order, at }),
    sheet: asked && <AmendSheet key={asked.order.id} {...asked} onClose={() => setAsked(undefined)} />,
  }
}

/** Another price, trigger or quantity for an order, and what that does to its place in the queue. */
function AmendSheet({ order, at, onClose }: { order: OrderView; at: Partial<AmendForm>; onClose(): void }) {
  const { t } = useTexts()
  useQuotes()
  const instrument = findInstrument(order.symbol)!
  const last = useQuote(order.symbol, (quote) => quote?.lastPrice ?? undefined)
  const available = useAvailable(order.heldCurrency)
  const [typed, setTyped] = useState<AmendForm>({ ...formOf(order), ...at })
  const amend = useApiMutation(spotAmend)
  const lastPrice = last === undefined ? undefined : parsePrice(instrument, last)
  const hasSibling = isOfPair(order)
  const detail = useApiQuery(spotDetail, { id: order.siblingId ?? '' }, { enabled: hasSibling })
  const sibling = hasSibling ? detail.data?.order : undefined
  const summary = readAmendment(instrument, order, typed, { lastPrice, available, sibling })
  const { problem, keepsPriority } = summary
  const errorOf = (field: NonNullable<typeof problem>['field']) =>
    problem?.field === field ? refusalText(problem.code, problem.params) : undefined

  async function send(): Promise<void> {
    if (!(await amend.send({ id: order.id, ...changedOf(order, typed) }))) return
    toast(t('spot.amended'))
    onClose()
  }

  if (amend.error && !amend.isPending)
    return (
      <NotDoneSheet
        error={amend.error}
        title={t('spot.not_amended')}
        lead=""
        onClose={amend.reset}
        onRetry={amend.error.isTransport ? () => void send() : undefined}
      />
    )
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('spot.amend_order')}
      text={t(`spot.order_${order.side}`, { name: order.symbol.replace('-', '/') })}
    >
      <form
        className="flex flex-col gap-3 pt-2"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {isWaiting(order) && (
          <DecimalField
            label={t('spot.trigger_price')}
            unit={order.quote}
            decimals={instrument.priceDecimals}
            value={typed.triggerPrice}
            error={errorOf('trigger')}
            onChange={(next) => setTyped({ ...typed, triggerPrice: next })}
          />
        )}
        {hasLimit(order) && (
          <DecimalField
            label={t('market.price')}
            unit={order.quote}
            decimals={instrument.priceDecimals}
            value={typed.limitPrice}
            error={errorOf('price')}
            onChange={(next) => setTyped({ ...typed, limitPrice: next })}
          />
        )}
        <DecimalField
          label={t('market.amount')}
          unit={order.base}
          decimals={instrument.quantityDecimals}
          value={typed.quantity}
          hint={
            hasSibling
              ? t('spot.amend_of_pair')
              : t('spot.amend_filled', { filled: amount(order.filled, 0), currency: order.base })
          }
          error={errorOf('quantity')}
          onChange={(next) => setTyped({ ...typed, quantity: next })}
        />
        <KeyValue
          ruled
          lines={[
            {
              name: t('spot.column_held'),
              value: (
                <>
                  <Amount value={summary.heldBefore} /> →{' '}
                  <Amount value={summary.held} currency={order.heldCurrency} />
                </>
              ),
            },
          ]}
        />
        <p role="status" className="min-h-9 text-13 text-t2">
          {summary.isSame
            ? t('spot.amend_same')
            : keepsPriority !== undefined &&
              t(placeTexts[isWaiting(order) ? 'waiting' : 'inBook'][keepsPriority ? 'kept' : 'lost'])}
        </p>
        {errorOf('form') && (
          <p role="alert" className="text-12 text-danger">
            {errorOf('form')}
          </p>
        )}
        <Button
          type="submit"
          kind="primary"
          isPending={amend.isPending}
          disabled={problem !== undefined || summary.isSame || (hasSibling && !sibling)}
          className="w-full"
        >
          {t('spot.amend_order')}
        </Button>
      </form>
    </Sheet>
  )
}

/** What an amendment does to an order's place, said of one in the book and of one among the stops. */
const placeTexts = {
  inBook: { kept: 'spot.amend_keeps_place', lost: 'spot.amend_loses_place' },
  waiting: { kept: 'spot.amend_stop_keeps', lost: 'spot.amend_stop_moves' },
} as const

/** What may be spent of a currency in the spot wallet; undefined until it is known. */
function useAvailable(currency: string) {
  const { data } = useApiQuery(walletList, {})
  const holding = data?.holdings.find((one) => one.currency === currency)
  const spot = holding?.wallets.find(({ walletType }) => walletType === 'spot')
  return spot && units(parseDecimal(spot.available, holding!.decimals) ?? 0n)
}
