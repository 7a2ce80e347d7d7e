import { useState } from 'react'
import { formatDecimal, parseDecimal, type Units, units } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { walletList, walletTransfer } from '#domain/wallet/contract.ts'
import { type WalletType, walletTypes } from '#domain/wallet/wallet-types.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { type Source, waysToBring } from './missing.ts'
import { MoneySheet, NotDoneSheet } from './money-sheet.tsx'

interface MissingMoney {
  missing: string
  currency: string
  to: WalletType
}

/** Money that is missing in an account and is in others: the ways to bring it, without leaving what is typed. */
export function TransferMissing({ missing, currency, to }: MissingMoney) {
  const { t, locale } = useTexts()
  const { data } = useApiQuery(walletList, {})
  // As it was offered: the first of several transfers changes what is missing.
  const [chosen, setChosen] = useState<readonly Source[]>()
  const { decimals } = findCurrency(currency)!
  const needed = parseDecimal(missing, decimals)
  const own = data?.holdings.find((holding) => holding.currency === currency)?.wallets ?? []
  const sources = walletTypes
    .filter((walletType) => walletType !== to)
    .map((walletType) => {
      const there = own.find((wallet) => wallet.walletType === walletType)?.available ?? '0'
      return { walletType, amount: units(parseDecimal(there, decimals) ?? 0n) }
    })
  const ways = needed === undefined ? [] : waysToBring(units(needed), sources)
  const names = (way: readonly Source[]) =>
    new Intl.ListFormat(locale).format(way.map(({ walletType }) => t(`wallet.type_${walletType}`)))
  return (
    <>
      {ways.map((way) => (
        <button
          key={names(way)}
          type="button"
          onClick={() => setChosen(way)}
          className="press mt-1 flex min-h-11 items-center text-left text-12 text-t1 underline"
        >
          {t('money.transfer_missing', { amount: amount(missing), currency, account: names(way) })}
        </button>
      ))}
      {chosen && (
        <TransferSheet way={chosen} currency={currency} to={to} onClose={() => setChosen(undefined)} />
      )}
    </>
  )
}

/** Confirms the transfers of one way, and does them one after the other. */
function TransferSheet({
  way,
  currency,
  to,
  onClose,
}: {
  way: readonly Source[]
  currency: string
  to: WalletType
  onClose(): void
}) {
  const { t } = useTexts()
  const [doneCount, setDoneCount] = useState(0)
  const transfer = useApiMutation(walletTransfer)
  const { decimals } = findCurrency(currency)!
  const shown = (value: Units) => `${amount(formatDecimal(value, decimals))} ${currency}`
  const sum = (parts: readonly Source[]): Units =>
    units(parts.reduce((total, part) => total + part.amount, 0n))

  async function run(): Promise<void> {
    for (const [n, { walletType, amount: part }] of way.entries()) {
      if (n < doneCount) continue
      const input = { currency, amount: formatDecimal(part, decimals), from: walletType, to }
      if (!(await transfer.send(input))) return
      setDoneCount(n + 1)
    }
    toast(t('wallet.moved'))
    onClose()
  }

  if (transfer.error && !transfer.isPending) {
    const moved = sum(way.slice(0, doneCount))
    return (
      <NotDoneSheet
        error={transfer.error}
        title={t('wallet.not_moved')}
        {...(moved > 0n && { lead: t('money.transferred_part', { amount: shown(moved) }) })}
        onRetry={() => void run()}
        onClose={onClose}
      />
    )
  }
  return (
    <MoneySheet
      isOpen
      onClose={onClose}
      title={t('wallet.confirm_transfer')}
      lines={[
        ...way.map(({ walletType, amount: part }) => ({
          name: t('money.from_account', { account: t(`wallet.type_${walletType}`) }),
          value: shown(part),
        })),
        {
          name: t('money.to_account', { account: t(`wallet.type_${to}`) }),
          value: shown(sum(way)),
          isStrong: true,
        },
      ]}
      action={t('wallet.move', { amount: amount(formatDecimal(sum(way), decimals)), currency })}
      note={t('wallet.free_instant')}
      notDone={t('wallet.not_moved')}
      onConfirm={() => void run()}
      isPending={transfer.isPending}
      error={null}
    />
  )
}
