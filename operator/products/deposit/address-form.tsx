import { useState } from 'react'
import { proposeDepositAddress } from '#domain/deposit/console.ts'
import { networkOf, networksOfAddress } from '#domain/deposit/networks.ts'
import { t } from '../../texts.ts'
import { CurrencyChoice, DecimalField, PlainField, ProposalForm } from '../../ui/proposal-form.tsx'

/** Where customers pay to: a new address, or another in the place of one. */
export function AddressForm({
  replaced,
  onClose,
}: {
  replaced?: { readonly currency: string; readonly network: string; readonly minimum: string }
  onClose(): void
}) {
  const [network, setNetwork] = useState(replaced?.network ?? '')
  const [address, setAddress] = useState('')
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
          <CurrencyChoice />
          <PlainField
            label={t('deposit.form_network')}
            name="network"
            hint={t('deposit.form_network_hint')}
            value={network}
            onChange={(event) => setNetwork(event.target.value)}
          />
        </>
      )}
      <PlainField
        label={t('deposit.form_address')}
        name="address"
        hint={
          isUnlike(address, network)
            ? t('deposit.form_unlike', { network: networkOf(network).name })
            : undefined
        }
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <DecimalField label={t('deposit.form_minimum')} name="minimum" defaultValue={replaced?.minimum} />
    </ProposalForm>
  )
}

/** Whether a network's addresses are known to look otherwise; it is said, not refused. */
function isUnlike(address: string, network: string): boolean {
  const isKnown = networkOf(network).begins !== ''
  return address !== '' && isKnown && networksOfAddress(address, [network]).length === 0
}
