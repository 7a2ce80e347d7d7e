import type { ReactNode } from 'react'
import { hourAndMinute } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'

interface BubbleProps {
  readonly from: 'me' | 'other' | 'platform'
  readonly text: string | null
  /** Stands over the text: a picture, or what it is about. */
  readonly above?: ReactNode
  /** In place of the time: what became of it. */
  readonly foot?: ReactNode
  readonly atMs: number
}

/** What somebody wrote in a chat: one's own at the right. Text alone, whatever is in it. */
export function Bubble({ from, text, above, foot, atMs }: BubbleProps) {
  const { t } = useTexts()
  return (
    <div
      className={`max-w-[80%] rounded-12 px-3 py-2 ${from === 'me' ? 'self-end bg-s2' : 'self-start border border-line2 bg-s1'}`}
    >
      {from === 'platform' && <p className="text-12 text-gold">{t('chat_pages.from_platform')}</p>}
      {above}
      {text !== null && <p className="text-15 break-words">{text}</p>}
      <div className="text-11 text-t3">{foot ?? hourAndMinute(atMs)}</div>
    </div>
  )
}
