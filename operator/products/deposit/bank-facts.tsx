import { useState } from 'react'
import { consoleDepositSender, type DepositCheck } from '#domain/deposit/console.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { useLoggedLook } from '../../app/use-logged-look.ts'
import { t } from '../../texts.ts'
import { Answered } from '../../ui/states.tsx'

/** Of a bank's payment: which of our accounts it went to, what it must bear, and who is said to have sent it. */
export function BankFacts({ deposit }: { deposit: DepositCheck }) {
  const may = useMay(consoleDepositSender)
  const { id, way, bank, address } = deposit
  if (!bank) return null
  return (
    <div className="pt-4">
      <KeyValue
        ruled
        lines={[
          { name: t('deposit.column_way'), value: t(`deposit.way_${way}`) },
          { name: t('deposit.our_account'), value: `${bank.bankName}, ${address}` },
          {
            name: t('deposit.payment_reference'),
            value: <span className="font-mono break-all">{bank.paymentReference}</span>,
          },
        ]}
      />
      {bank.isErased ? (
        <p className="pt-2 text-13 text-t3">{t('deposit.erased')}</p>
      ) : (
        may && <Sender key={id} id={id} />
      )}
    </div>
  )
}

/** Asked for only when somebody wants to see it, since each look is logged. */
function Sender({ id }: { id: string }) {
  const [isSeen, see] = useState(false)
  const call = useLoggedLook(consoleDepositSender, { id }, isSeen)
  if (!isSeen)
    return (
      <div className="pt-4">
        <Button size="small" className="w-full" onClick={() => see(true)}>
          {t('deposit.see_sender')}
        </Button>
        <p className="mt-1.5 text-center text-12 text-t3">{t('deposit.looking')}</p>
      </div>
    )
  return (
    <Answered call={call}>
      {({ remitter, remitterBank, lastDigits, paidOn }) => (
        <KeyValue
          ruled
          lines={[
            { name: t('deposit.sender'), value: remitter },
            remitterBank !== null && { name: t('deposit.sender_bank'), value: remitterBank },
            lastDigits !== null && { name: t('deposit.sender_digits'), value: lastDigits },
            paidOn !== null && { name: t('deposit.sender_paid_on'), value: paidOn },
          ]}
        />
      )}
    </Answered>
  )
}
