import { useState } from 'react'
import { paymentChainsOf } from '#domain/deposit/networks.ts'
import { hasOutputs, paymentChains } from '#domain/deposit/rules.ts'
import { consoleListing } from '#domain/listing/console.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { t } from '../texts.ts'
import { Choice } from './choice.tsx'
import { PlainField } from './proposal-form.tsx'

/**
 * The fields of a payment between the platform and outside: its chain, one of those by which its currency can be paid; its
 * transaction; and which payment of that it is.
 */
export function PaymentFields({ currency }: { currency: string }) {
  const listed = useApiQuery(consoleListing, {}).data?.currencies.find(({ code }) => code === currency)
  const chains = listed ? paymentChainsOf(listed) : paymentChains
  // Begins anew with other chains: a select forgets its value where its options change.
  return <FieldsOn key={chains.join()} chains={chains} />
}

function FieldsOn({ chains }: { chains: readonly string[] }) {
  const [chain, choose] = useState(chains[0]!)
  const isNumbered = hasOutputs(chain)
  return (
    <>
      <Choice
        label={t('proposal.payment_chain')}
        name="chain"
        options={chains.map((id) => ({ id, label: id }))}
        value={chain}
        onChange={choose}
      />
      <PlainField label={t('proposal.payment_transaction')} name="txReference" />
      <PlainField
        // Of a chain that numbers them none is likelier than another: it is looked up.
        key={String(isNumbered)}
        label={t('proposal.payment_output')}
        name="outputIndex"
        hint={t('proposal.payment_output_hint')}
        inputMode="numeric"
        defaultValue={isNumbered ? '' : '0'}
      />
    </>
  )
}
