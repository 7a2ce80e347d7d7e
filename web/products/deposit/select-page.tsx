import { Coins, CreditCard, FileText, Globe, History, Landmark, type LucideIcon, Users } from 'lucide-react'
import { bankWays } from '#domain/deposit/bank.ts'
import { bankAccounts } from '#domain/deposit/contract.ts'
import { walletCurrencies } from '#domain/wallet/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { type PageRoute, toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useUrlChoice } from '#web/features/records/use-url-choice.ts'
import { separatorIn } from '#web/format/list.ts'
import { useProducts } from '#web/products/products-context.ts'
import { useTexts } from '#web/texts/texts.ts'
import { UnderlineTabs } from '#web/ui/chips.tsx'
import { IconLink } from '#web/ui/icon-button.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toBankPage } from './bank-page.ts'
import { useWayName } from './use-way-name.ts'

const directions = ['in', 'out'] as const

/** Which way money comes in or leaves, with the currencies that each way takes now. */
export default function SelectPage() {
  const { t } = useTexts()
  const [direction, setDirection] = useUrlChoice('type', directions)
  return (
    <>
      <AppBar title={t('bank_pages.select_title')}>
        <IconLink
          icon={History}
          label={t('deposit_pages.all_records')}
          to={toPage('pages/fund/assets_all_record')}
        />
      </AppBar>
      <main className="pb-8">
        <UnderlineTabs
          label={t('bank_pages.select_title')}
          choices={[
            { id: 'in', label: t('deposit.title') },
            { id: 'out', label: t('wallet.withdraw') },
          ]}
          value={direction}
          onChange={setDirection}
        />
        {direction === 'in' ? <WaysIn /> : <WaysOut />}
      </main>
    </>
  )
}

const icons = { card: CreditCard, wire: Globe, certificate: FileText } as const

function WaysIn() {
  const { t, language } = useTexts()
  const nameOf = useWayName()
  const coins = useApiQuery(walletCurrencies, {})
  const banks = useApiQuery(bankAccounts, {})
  const failed = [coins, banks].find(({ isError }) => isError)
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (!coins.data || !banks.data) return <SkeletonRows count={5} />
  const { items } = banks.data
  const list = (codes: readonly string[]) => [...new Set(codes)].join(separatorIn(language))
  return (
    <>
      <Way
        icon={Coins}
        name={t('bank_pages.crypto')}
        note={t('bank_pages.crypto_note')}
        currencies={list(coins.data.filter(({ canDeposit }) => canDeposit).map(({ code }) => code))}
        to={toPage('pages/fund/receive')}
      />
      {bankWays.map((way) => (
        <Way
          key={way}
          icon={icons[way]}
          name={nameOf(way)}
          note={t(`bank_pages.note_${way}`)}
          currencies={list(items.filter(({ ways }) => ways.includes(way)).map(({ currency }) => currency))}
          to={toBankPage(way)}
        />
      ))}
      <Otc note={t('bank_pages.otc_in_note')} />
    </>
  )
}

function WaysOut() {
  const { t } = useTexts()
  return (
    <>
      <Way
        icon={Coins}
        name={t('bank_pages.crypto')}
        note={t('bank_pages.crypto_out_note')}
        to={toPage('pages/fund/withdraw')}
      />
      <Way
        icon={CreditCard}
        name={t('bank_pages.cash_out')}
        note={t('bank_pages.cash_out_note')}
        to={toPage('pages/fund/withdraw', { way: 'card' })}
      />
      <Way
        icon={Landmark}
        name={t('bank_pages.card_out')}
        note={t('bank_pages.card_out_note')}
        to={toPage('pages/saleCoin/saleCoin')}
      />
      <Otc note={t('bank_pages.otc_out_note')} />
    </>
  )
}

const OTC: PageRoute = 'pages/otc/otc'

/** Where the product is there. */
function Otc({ note }: { note: string }) {
  const { t } = useTexts()
  const isServed = useProducts().some(({ pages }) => OTC in pages)
  return isServed && <Way icon={Users} name={t('bank_pages.otc')} note={note} to={toPage(OTC)} />
}

/** One way; one that takes no currency now leads nowhere, and says so. */
function Way({
  icon: Icon,
  name,
  note,
  currencies,
  to,
}: {
  icon: LucideIcon
  name: string
  note: string
  currencies?: string
  to: string
}) {
  const { t } = useTexts()
  const isOffered = currencies !== ''
  return (
    <ListRow
      start={
        <span className="flex size-10 items-center justify-center rounded-full bg-s2">
          <Icon aria-hidden size={20} strokeWidth={1.75} className={isOffered ? 'text-t1' : 'text-t3'} />
        </span>
      }
      title={<span className="font-semibold">{name}</span>}
      note={note}
      {...(currencies !== undefined && {
        value: (
          <span className="text-13 font-normal text-t2">{isOffered ? currencies : t('bank_pages.none')}</span>
        ),
      })}
      {...(isOffered && { to })}
    />
  )
}
