import { History } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import { depositAddress } from '#domain/deposit/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { IconLink } from '#web/ui/icon-button.tsx'
import { AddressStep } from './address-step.tsx'
import { CoinStep } from './coin-step.tsx'
import { NetworkStep } from './network-step.tsx'
import { ProofStep } from './proof-step.tsx'
import { type DepositStep, Steps } from './steps.tsx'

/** Deposit: coin, network, address, proof. Each step has its own URL, so that "back" goes one back. */
export default function DepositPage() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const currency = search.get('currency')
  const network = search.get('network')
  const address = useApiQuery(
    depositAddress,
    { currency: currency ?? '', network: network ?? '' },
    { enabled: currency !== null && network !== null },
  )
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
        <Steps current={step} isByProof={step === 'proof' || !address.data?.isOwn} />
        {!currency && <CoinStep onChoose={(code) => setSearch({ currency: code })} />}
        {currency && !network && (
          <NetworkStep currency={currency} onChoose={(chosen) => setSearch({ currency, network: chosen })} />
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
      </main>
    </>
  )
}
