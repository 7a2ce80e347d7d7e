import { Copy } from 'lucide-react'
import { copyText } from '#web/app/toast.ts'
import { useTexts } from '#web/texts/texts.ts'

/** What somebody may need elsewhere, whole: a tap copies it. */
export function Copyable({ name, text }: { name?: string; text: string }) {
  const { t } = useTexts()
  return (
    <button
      type="button"
      aria-label={`${name ? `${name} ` : ''}${text}: ${t('withdrawal_pages.copy')}`}
      onClick={() => void copyText(text, t)}
      className="target press inline-flex items-center gap-2 text-right"
    >
      <span className={name && 'font-mono text-13 break-all'}>{text}</span>
      <Copy aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
    </button>
  )
}
