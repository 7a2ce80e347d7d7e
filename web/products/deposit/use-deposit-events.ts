import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { depositDetail, deposits, ownDepositsChannel } from '#domain/deposit/contract.ts'
import { subscribe } from '#web/app/socket.ts'
import { toast } from '#web/app/toast.ts'
import { offerInstallLater } from '#web/features/install/offer-later.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'

/** Shows the deposits on the page anew with each block that confirms one, and says when one is credited. */
export function useDepositEvents(): void {
  const { t } = useTexts()
  const queries = useQueryClient()
  useEffect(
    () =>
      subscribe(ownDepositsChannel, {}, (changed) => {
        void queries.invalidateQueries({ queryKey: [deposits.path] })
        void queries.invalidateQueries({ queryKey: [depositDetail.path] })
        const credited = changed.find(({ status }) => status === 'approved')
        if (!credited) return
        toast(
          t('deposit_pages.credited_now', {
            amount: amount(credited.credited ?? credited.claimed),
            currency: credited.currency,
          }),
        )
        offerInstallLater()
      }),
    [queries, t],
  )
}
