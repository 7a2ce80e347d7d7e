import { useState } from 'react'
import type { saleCard } from '#domain/sale/console.ts'
import type { withdrawalCard } from '#domain/withdrawal/console.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useLoggedLook } from '../app/use-logged-look.ts'
import { t } from '../texts.ts'
import { Answered } from './states.tsx'

const fieldNames = {
  realName: t('sale.field_realName'),
  bankName: t('sale.field_bankName'),
  cardNumber: t('sale.field_cardNumber'),
  branch: t('sale.field_branch'),
  aba: t('sale.field_aba'),
  bankAddress: t('sale.field_bankAddress'),
  network: t('sale.field_network'),
  swiftCode: t('sale.field_swiftCode'),
  phone: t('sale.field_phone'),
  address: t('sale.field_address'),
}

/** The card as the bank needs it, once somebody asks for it. */
export function WholeCard({
  id,
  endpoint,
}: {
  id: string
  endpoint: typeof saleCard | typeof withdrawalCard
}) {
  const [isSeen, see] = useState(false)
  const call = useLoggedLook(endpoint as typeof saleCard, { id }, isSeen)
  if (!isSeen)
    return (
      <div className="pt-4">
        <Button className="w-full" onClick={() => see(true)}>
          {t('sale.see_card')}
        </Button>
        <p className="pt-2 text-center text-12 text-t3">{t('sale.card_note')}</p>
      </div>
    )
  return (
    <Answered call={call}>
      {({ lines }) => (
        <KeyValue
          lines={lines.map(({ field, value }) => ({
            name: fieldNames[field],
            value: <span className="break-all">{value}</span>,
          }))}
        />
      )}
    </Answered>
  )
}
