import { Copy } from 'lucide-react'
import { copyText } from '#web/app/toast.ts'
import { useTexts } from '#web/texts/texts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

/** A text that nobody types: it can be read, and copied. */
export function CopyLine({ label, text, copy }: { label: string; text: string; copy: string }) {
  const { t } = useTexts()
  return (
    <div className="flex items-center gap-2 rounded-8 bg-s1 py-1 pr-1 pl-3">
      <div className="min-w-0 flex-1 py-1">
        <p className="text-12 text-t2">{label}</p>
        <p className="figures text-13 break-all">{text}</p>
      </div>
      <IconButton icon={Copy} label={copy} onClick={() => void copyText(text, t)} />
    </div>
  )
}
