import type { VerificationView } from '#domain/verification/contract.ts'
import type { Item } from '#domain/verification/rules.ts'
import { useTexts } from '#web/texts/texts.ts'
import { itemWords } from './words.ts'

/** Why an item was refused, in the reviewer's words, above where it is filled in anew; nothing of one that was not. */
export function Refused({ view, item }: { view: VerificationView; item: Item }) {
  const refused = refusedItem(view, item)
  const { t } = useTexts()
  if (!refused?.why) return null
  return (
    <p className="pb-1.5 text-13 break-words text-danger">
      {itemWords(item, view, t)}: “{refused.why}”
    </p>
  )
}

/** An item that is to be sent again; undefined of every other. */
export const refusedItem = ({ status, items }: VerificationView, item: Item) =>
  status === 'rejected' ? items.find((one) => one.item === item && one.state === 'refused') : undefined

/** Which items stay as they were sent, where something else was refused. */
export function AcceptedBefore({ view }: { view: VerificationView }) {
  const { t, locale } = useTexts()
  const accepted = view.items.filter(({ state }) => state === 'accepted')
  if (view.status !== 'rejected' || accepted.length === 0) return null
  const names = accepted.map(({ item }) => itemWords(item, view, t))
  return (
    <p className="text-13 text-t2">
      {t('verification_pages.accepted_before', { items: new Intl.ListFormat(locale).format(names) })}
    </p>
  )
}
