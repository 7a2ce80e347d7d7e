import { History } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import { depositAddress } from '#domain/deposit/contract.ts'
import { walletInfo } from '#domain/wallet/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { PublishedNote } from '#web/features/content/published-note.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { IconLink } from '#web/ui/icon-button.tsx'
import { AddressStep } from './address-step.tsx'
import { BankDeposit } from './bank-deposit.tsx'
import { CoinStep } from './coin-step.tsx'
import { NetworkStep } from './network-step.tsx'
import { ProofStep } from './proof-step.tsx'
import { Steps } from './steps.tsx'

const depositSteps = ['coin', 'network', 'address', 'proof'] as const
type DepositStep = (typeof depositSteps)[number]

/** Deposits of coins, and with `way=card` those from a bank card's account. */
export default function DepositPage() {
  const [search] = useSearchParams()
  return search.get('way') === 'card' ? <BankDeposit way="card" /> : <CoinDeposit />
}

/** Coin, network, address, proof. Each step has its own URL, so that "back" goes one back; what is credited by itself needs no proof. */
function CoinDeposit() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const currency = search.get('currency')
  const network = search.get('network')
  const address = useApiQuery(
    depositAddress,
    { currency: currency ?? '', network: network ?? '', whileClosed: '1' },
    { enabled: currency !== null && network !== null },
  )
  // With the step of networks, which asks for the same.
  const info = useApiQuery(
    walletInfo,
    { currency: currency ?? '' },
    { enabled: currency !== null && network === null },
  )
  // It says how to send: by what is closed nothing is sent.
  const showsHow = network
    ? address.data?.isOpen
    : currency === null || info.data?.deposit.some(({ isOpen }) => isOpen)
  const step: DepositStep = !currency
    ? 'coin'
    : !network
      ? 'network'
      : search.get('step') === 'proof'
        ? 'proof'
        : 'address'
  return (
    <>
      <AppBar title={currency ? t('deposit_pages.title_of', { currency }) : t('deposit.title')}>
        <IconLink
          icon={History}
          label={t('deposit_pages.records')}
          to={toPage('pages/fund/receive_withdraw_record')}
        />
      </AppBar>
      <main>
        <Steps
          current={depositSteps.indexOf(step)}
          names={depositSteps
            .filter((one) => one !== 'proof' || step === 'proof' || !address.data?.isOwn)
            .map((one) => t(`deposit_pages.step_${one}`))}
        />
        {!currency && <CoinStep onChoose={(code) => setSearch({ currency: code })} />}
        {currency && !network && (
          <NetworkStep
            // What was picked for another coin is not picked for this one.
            key={currency}
            currency={currency}
            onChoose={(chosen) => setSearch({ currency, network: chosen })}
          />
        )}
        {currency && network && step === 'address' && (
          <AddressStep
            currency={currency}
            network={network}
            onChange={() => setSearch({ currency })}
            onSent={() => setSearch({ currency, network, step: 'proof' })}
          />
        )}
        {currency && network && step === 'proof' && (
          <ProofStep
            currency={currency}
            network={network}
            onRequested={(id) =>
              navigate(toPage('pages/fund/receive_withdraw_record', { id }), { replace: true })
            }
          />
        )}
        {showsHow && <PublishedNote keyword="deposit_notice" className="pb-8" />}
      </main>
    </>
  )
}
