import { Link } from 'react-router'
import type { OrderKind } from '#domain/support/rules.ts'
import { toPage } from '#web/app/page-list.ts'
import { useTexts } from '#web/texts/texts.ts'

interface AskLinkProps {
  readonly kind: OrderKind
  readonly id: string
}

/** Leads to the chat with the service, with an order of the customer's to ask about. Its words are the area `chat_pages`. */
export function AskLink({ kind, id }: AskLinkProps) {
  const { t } = useTexts()
  return (
    <Link
      to={toPage('pages/kefu/index', { kind, order: id })}
      className="press flex min-h-11 items-center justify-center text-13 text-t2"
    >
      {t('chat_pages.ask')}
    </Link>
  )
}
