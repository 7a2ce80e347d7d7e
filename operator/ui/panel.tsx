import { X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { t } from '../texts.ts'

/** What is chosen, at the right, or in the page's place on a phone: its head, its story, what can be done. Esc closes it. */
export function Panel({
  title,
  onClose,
  foot,
  beside,
  children,
}: {
  title: string
  onClose(): void
  foot?: ReactNode
  /** Stands beside the story on a wide window, below it on others: what has to be read together with it. */
  beside?: ReactNode
  children: ReactNode
}) {
  useEffect(() => {
    const close = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [onClose])
  return (
    <aside
      aria-label={title}
      className={cx(
        // Where what can be done is too tall for the window all of it scrolls: the story keeps its third. In a low window the story
        // is read whole, and what can be done comes after it.
        'flex w-full min-w-0 flex-col overflow-y-auto border-line md:w-92 md:shrink-0 md:border-l',
        Boolean(beside) && 'xl:w-184',
      )}
    >
      <header className="flex min-h-14 shrink-0 items-center justify-between border-b border-line pr-2 pl-5">
        <h2 className="line-clamp-2 min-w-0 text-13 font-normal break-words text-t2">{title}</h2>
        <IconButton icon={X} label={t('common.close')} onClick={onClose} />
      </header>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too
        tabIndex={0}
        className="min-h-[32%] flex-1 shrink-0 basis-0 overflow-y-auto px-5 py-5 -outline-offset-2 low:grow low:basis-auto low:overflow-visible"
      >
        {beside ? (
          <div className="xl:grid xl:grid-cols-2 xl:gap-6">
            <div className="min-w-0">{children}</div>
            <div className="min-w-0">{beside}</div>
          </div>
        ) : (
          children
        )}
      </div>
      {foot && (
        <footer className="empty:hidden flex shrink-0 flex-col gap-3 border-t border-line px-5 py-4">
          {foot}
        </footer>
      )}
    </aside>
  )
}
