import { useState } from 'react'
import { paymentChainsOf } from '#domain/deposit/networks.ts'
import { hasOutputs, paymentChains } from '#domain/deposit/rules.ts'
import { consoleListing } from '#domain/listing/console.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { t } from '../texts.ts'
import { Choice } from './choice.tsx'
import { PlainField } from './proposal-form.tsx'

/**
 * The fields of a payment between the platform and outside: its chain, one of those by which its currency can be paid; its
 * transaction; and which payment of that it is.
 */
export function PaymentFields({ currency }: { currency: string }) {
  const listing = useApiQuery(consoleListing, {})
  const [chosen, choose] = useState<string>()
  // What is typed on a chain that is none of the currency's would be lost once they are known.
  if (listing.isPending) return <SkeletonRows count={3} />
  const listed = listing.data?.currencies.find(({ code }) => code === currency)
  const chains = listed ? paymentChainsOf(listed) : paymentChains
  const chain = chosen !== undefined && chains.includes(chosen) ? chosen : chains[0]!
  const isNumbered = hasOutputs(chain)
  return (
    <>
      <Choice
        // Begins anew with other chains: a select forgets its value where its options change.
        key={chains.join()}
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
