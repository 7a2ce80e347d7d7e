import { ArrowUpDown, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { isDecimal } from '#domain/money/amount.ts'
import { type HoldingView, walletList, walletTransfer } from '#domain/wallet/contract.ts'
import { type WalletType, walletTypes } from '#domain/wallet/wallet-types.ts'
import { Amount } from '#web/app/amount.tsx'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { MoneyForm } from '#web/features/money/money-form.tsx'
import { readWalletFilter } from '#web/features/statement/statement-filter.ts'
import { amount, isZero } from '#web/format/number.ts'
import { refusalText, useTexts } from '#web/texts/texts.ts'
import { CoinMark } from '#web/ui/coin-mark.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import { Select } from '#web/ui/select-sheet.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { availableIn, previewTransfer, swapped, type TransferDraft, withSide } from './transfer-draft.ts'

const isWalletType = (name: string | null): name is WalletType =>
  walletTypes.some((walletType) => walletType === name)

/** Move money between two of the four wallets: at once, free, with both balances after it. */
export default function TransferPage() {
  const { t } = useTexts()
  const wallet = useApiQuery(walletList, {})
  return (
    <>
      <AppBar title={t('wallet.transfer')}>
        <IconLink
          icon={ReceiptText}
          label={t('wallet.past_transfers')}
          to={toPage('pages/fund/transfer_history')}
        />
      </AppBar>
      <main className="pb-8">
        {wallet.isError && !wallet.data && (
          <ErrorState error={wallet.error} onRetry={() => void wallet.refetch()} />
        )}
        {wallet.isPending && <SkeletonRows count={4} />}
        {wallet.data && <TransferForm holdings={wallet.data.holdings} />}
      </main>
    </>
  )
}

function TransferForm({ holdings }: { holdings: readonly HoldingView[] }) {
  const { t } = useTexts()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('amount') ?? ''
  const [typed, setTyped] = useState(isDecimal(asked) ? asked : '')
  const holding = chosenHolding(holdings, readWalletFilter(search).currency)
  const { currency } = holding
  const [from, to] = [search.get('from'), search.get('to')]
  const start: WalletType = isWalletType(from) ? from : 'funding'
  const draft: TransferDraft = {
    from: start,
    to: isWalletType(to) && to !== start ? to : start === 'spot' ? 'funding' : 'spot',
    amount: typed,
  }
  const preview = previewTransfer(holding, draft)
  const name = (walletType: WalletType) => t(`wallet.type_${walletType}`)
  const action = t('wallet.move', { amount: amount(typed), currency })
  const error = preview.error && refusalText(preview.error.code, preview.error.params)

  function change(next: Pick<TransferDraft, 'from' | 'to'>, code = currency): void {
    setSearch({ from: next.from, to: next.to, currency: code }, { replace: true })
  }

  return (
    <MoneyForm
      endpoint={walletTransfer}
      input={error === undefined ? { ...draft, currency } : undefined}
      above={
        <>
          <div className="relative mt-2 rounded-12 border border-line2 bg-s1">
            <Side
              side="from"
              walletType={draft.from}
              balance={preview.from}
              onChoose={(walletType) => change(withSide(draft, 'from', walletType))}
            />
            <div className="mx-3 border-t border-line" />
            <Side
              side="to"
              walletType={draft.to}
              balance={preview.to}
              onChoose={(walletType) => change(withSide(draft, 'to', walletType))}
            />
            <button
              type="button"
              aria-label={t('wallet.swap')}
              onClick={() => change(swapped(draft))}
              className="press absolute top-1/2 right-3 flex size-11 -translate-y-1/2 items-center justify-center rounded-full border border-line2 bg-s2"
            >
              <ArrowUpDown aria-hidden size={18} strokeWidth={1.75} />
            </button>
          </div>
          <div className="flex min-h-14 items-center gap-3 rounded-8 border border-line2 bg-s1 px-3">
            <CoinMark code={currency} colour={holding.colour} size={28} />
            <span className="flex-1 text-13 text-t2">{t('wallet.coin')}</span>
            <Select
              label={t('wallet.coin')}
              value={currency}
              onChange={(code) => {
                setTyped('')
                change(draft, code)
              }}
              choices={holdings.map((one) => ({
                id: one.currency,
                label: one.currency,
                note: `${one.name} · ${amount(availableIn(one, draft.from))}`,
              }))}
              className="text-15 font-semibold"
            />
          </div>
        </>
      }
      amount={{
        value: typed,
        onChange: setTyped,
        currency,
        balance: { available: preview.from.before, maximum: preview.from.before },
        error: typed === '' ? undefined : error,
      }}
      action={error === undefined ? action : t('wallet.transfer')}
      note={t('wallet.free_instant')}
      confirmation={{
        title: t('wallet.confirm_transfer'),
        lines: [
          { name: t('wallet.transfer_from'), value: name(draft.from) },
          { name: t('wallet.transfer_to'), value: name(draft.to) },
          { name: t('wallet.amount'), value: `${amount(typed)} ${currency}`, isStrong: true },
          { name: t('wallet.fee'), value: t('wallet.free') },
          ...(['from', 'to'] as const).map((side) => ({
            name: t('wallet.then_in', { account: name(draft[side]) }),
            value: amount(preview[side].after ?? preview[side].before),
          })),
        ],
        action,
        notDone: t('wallet.not_moved'),
        still: [
          {
            name: t('wallet.still_in', { account: name(draft.from) }),
            value: `${amount(preview.from.before)} ${currency}`,
          },
        ],
      }}
      onDone={() => {
        toast(t('wallet.moved'))
        setTyped('')
      }}
    />
  )
}

/** The asked coin, else the first of which there is something, else the first. */
const chosenHolding = (holdings: readonly HoldingView[], currency: string | undefined): HoldingView =>
  holdings.find((one) => one.currency === currency) ??
  holdings.find((one) => !isZero(one.available)) ??
  holdings[0]!

function Side({
  side,
  walletType,
  balance,
  onChoose,
}: {
  side: 'from' | 'to'
  walletType: WalletType
  balance: { before: string; after: string | undefined }
  onChoose(walletType: WalletType): void
}) {
  const { t } = useTexts()
  return (
    <div className="flex min-h-19 items-center gap-3 py-2 pr-16 pl-3">
      <span className="w-10 shrink-0 text-13 text-t2">{t(`wallet.transfer_${side}`)}</span>
      <div className="min-w-0 flex-1">
        <Select
          label={t(`wallet.transfer_${side}`)}
          value={walletType}
          onChange={onChoose}
          choices={walletTypes.map((name) => ({
            id: name,
            label: t(`wallet.type_${name}`),
            note: t(`wallet.type_${name}_note`),
          }))}
          className="target !min-h-8 text-15 font-semibold"
        />
        <p className="figures text-12 text-t3">
          <Amount value={balance.before} />
          {balance.after !== undefined && (
            <>
              {' → '}
              <span className="text-t1">
                <Amount value={balance.after} />
              </span>
            </>
          )}
        </p>
      </div>
    </div>
  )
}
