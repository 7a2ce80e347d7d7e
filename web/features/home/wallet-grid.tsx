import { Link } from 'react-router'
import type { PnlView } from '#domain/wallet/contract.ts'
import { type PageRoute, toPage } from '#web/app/page-list.ts'
import { type Part, partColours } from '#web/features/money/composition.ts'
import { CompositionBar } from '#web/features/money/composition-bar.tsx'
import { useFiat } from '#web/features/money/use-fiat.ts'
import { isZero } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

interface Cell {
  readonly part: Part
  readonly name: string
  readonly usd: string
  readonly note: string
  readonly isGold?: boolean
  readonly to: string
}

const products: PageRoute = 'pages/financial/index'

/** Where the money lies: a bar and a cell for each wallet, in windows with room for it. */
export function WalletGrid({ pnl }: { pnl: PnlView | undefined }) {
  const { t } = useTexts()
  const fiat = useFiat()
  if (!pnl) return <Skeleton className="mx-4 mt-4 h-36 xl:h-[78px]" />
  const { savingsTotal } = pnl
  const cells: Cell[] = [
    ...pnl.wallets.map(({ walletType, valueUsd, heldUsd }) => ({
      part: walletType,
      name: t(`wallet.type_${walletType}`),
      usd: valueUsd,
      note: isZero(heldUsd) ? t('wallet.all_available') : `${fiat.write(heldUsd)} ${t('wallet.held_small')}`,
      to: toPage('pages/fund/assets_record', { walletType }),
    })),
    {
      part: 'savings',
      name: t('home.in_products'),
      usd: savingsTotal.valueUsd,
      note:
        savingsTotal.todayUsd === null || isZero(savingsTotal.todayUsd)
          ? ''
          : t('money.interest_today', { amount: fiat.write(savingsTotal.todayUsd) }),
      isGold: true,
      to: toPage(products),
    },
  ]
  return (
    <div className="gutter pt-4">
      <CompositionBar values={cells} />
      <ul aria-label={t('wallet.accounts')} className="grid grid-cols-3 gap-x-4 gap-y-2 pt-3 xl:grid-cols-5">
        {cells.map(({ part, name, usd, note, isGold, to }) => (
          <li key={part} className="min-w-0">
            <Link to={to} className="press block rounded-8 hover:bg-s1">
              <span className="flex items-center gap-2 text-13 text-t2">
                <span aria-hidden className={cx('size-2 shrink-0 rounded-[2px]', partColours[part])} />
                <span className="min-w-0 break-words">{name}</span>
              </span>
              <span className="figures block text-17 font-semibold">{fiat.write(usd)}</span>
              <span className={cx('figures block truncate text-12', isGold ? 'text-gold' : 'text-t3')}>
                {note}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
