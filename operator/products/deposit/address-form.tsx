import { useState } from 'react'
import { chainNetworks, readAddress } from '#domain/deposit/addresses.ts'
import { proposeDepositAddress } from '#domain/deposit/console.ts'
import { canCarry } from '#domain/deposit/networks.ts'
import { consoleListing } from '#domain/listing/console.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { t } from '../../texts.ts'
import { Choice } from '../../ui/choice.tsx'
import { CurrencyChoice, DecimalField, ParsedField, ProposalForm } from '../../ui/proposal-form.tsx'

/** Where customers pay to: a new address, or another in the place of one. */
export function AddressForm({
  replaced,
  onClose,
}: {
  replaced?: { readonly currency: string; readonly network: string; readonly minimum: string }
  onClose(): void
}) {
  const [code, setCode] = useState(replaced?.currency ?? 'USDT')
  const [chosen, setNetwork] = useState(replaced?.network)
  const currency = useApiQuery(consoleListing, {}).data?.currencies.find((one) => one.code === code)
  const networks = chainNetworks.filter((one) => !currency || canCarry(one, currency))
  const network = replaced?.network ?? (chosen && networks.includes(chosen) ? chosen : (networks[0] ?? ''))
  return (
    <ProposalForm
      endpoint={proposeDepositAddress}
      panel={t('deposit.addresses')}
      title={replaced ? t('deposit.address_replace') : t('deposit.address_publish')}
      text={t('deposit.address_form_text')}
      inputOf={(typed) => ({ ...(replaced && { currency: replaced.currency, network }), ...typed })}
      onClose={onClose}
    >
      {replaced ? (
        <p className="text-15">
          {replaced.currency}, {network}
        </p>
      ) : (
        <>
          <CurrencyChoice value={code} onChange={setCode} />
          <Choice
            label={t('deposit.form_network')}
            name="network"
            key={code}
            options={networks.map((one) => ({ id: one, label: one }))}
            value={network}
            onChange={setNetwork}
          />
        </>
      )}
      <ParsedField
        key={network}
        label={t('deposit.form_address')}
        name="address"
        inputMode="text"
        spellCheck={false}
        read={(typed) => readAddress(network, typed)}
        write={(address) => address}
        error={t('deposit.form_unlike', { network })}
        hintOf={(address) => address}
      />
      <DecimalField label={t('deposit.form_minimum')} name="minimum" defaultValue={replaced?.minimum} />
    </ProposalForm>
  )
}
