import { Link } from 'react-router'
import { parseDecimal } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { walletList } from '#domain/wallet/contract.ts'
import type { WalletType } from '#domain/wallet/wallet-types.ts'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'

/** Money that is missing in a wallet and is in the funding wallet: the way to bring it. */
export function TransferMissing({
  missing,
  currency,
  to,
}: {
  missing: string
  currency: string
  to: WalletType
}) {
  const { t } = useTexts()
  const { data } = useApiQuery(walletList, {})
  const funding = data?.holdings
    .find((holding) => holding.currency === currency)
    ?.wallets.find(({ walletType }) => walletType === 'funding')?.available
  const { decimals } = findCurrency(currency)!
  const [there, needed] = [parseDecimal(funding ?? '0', decimals), parseDecimal(missing, decimals)]
  if (there === undefined || needed === undefined || there < needed) return null
  return (
    <Link
      to={toPage('pages/fund/fundTransfer', { from: 'funding', to, currency, amount: missing })}
      className="press mt-1 flex min-h-11 items-center text-12 text-t1 underline"
    >
      {t('money.transfer_missing', { amount: amount(missing), currency })}
    </Link>
  )
}
