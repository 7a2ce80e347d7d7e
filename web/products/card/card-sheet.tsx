import { useQueryClient } from '@tanstack/react-query'
import { type CardView, removeCard } from '#domain/card/contract.ts'
import { maskedCard } from '#domain/card/masked.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { zonedStamp } from '#web/features/time/zoned.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { networkLabel } from './network-label.ts'

/** What is kept of a card, as far as it is shown, and the way to remove it. */
export function CardSheet({ card, onClose }: { card: CardView; onClose(): void }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const removing = useApiMutation(removeCard, { toastsRefusal: true })
  async function remove(): Promise<void> {
    if (!(await removing.send({ id: card.id }))) return
    await queries.invalidateQueries()
    toast(t('card_pages.removed'))
    onClose()
  }
  const lines = [
    { name: t('card_pages.field_realName'), value: card.realName },
    { name: t('card_pages.field_bankName'), value: card.bankName },
    { name: t('card_pages.field_branch'), value: card.branch },
    ...(card.network === null
      ? []
      : [{ name: t('card_pages.field_network'), value: networkLabel(card.network, t) }]),
    ...(card.swiftCode === null ? [] : [{ name: t('card_pages.field_swiftCode'), value: card.swiftCode }]),
    { name: t('card_pages.saved_at'), value: zonedStamp(card.savedAtMs) },
    {
      name: t('card_pages.usable_since'),
      value: t('card_pages.usable', { time: zonedStamp(card.usableAtMs) }),
    },
  ]
  return (
    <Sheet isOpen onClose={onClose} title={maskedCard(card.lastDigits)}>
      <div className="pt-2 pb-3">
        <KeyValue ruled lines={lines} />
      </div>
      <p className="pb-3 text-12 text-t3">{t('card_pages.remove_why')}</p>
      <Button className="w-full" isPending={removing.isPending} onClick={() => void remove()}>
        {t('card_pages.remove')}
      </Button>
    </Sheet>
  )
}
