import { Search } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toPage } from '#web/app/page-list.ts'
import { useProducts } from '#web/products/products-context.ts'
import { useTexts } from '#web/texts/texts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

const FAQ = 'pages/common/faq'

/** Looks through the questions that are answered already, where there is a page of them. */
export function HelpSearch() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const isServed = useProducts().some(({ pages }) => pages[FAQ] !== undefined)
  if (!isServed) return null
  return (
    <search>
      <form
        className="mx-4 mb-4 flex items-center rounded-8 border border-line2 bg-s1 pl-4 focus-within:border-white"
        onSubmit={(event) => {
          event.preventDefault()
          void navigate(toPage(FAQ, { q: text.trim() }))
        }}
      >
        <input
          type="search"
          aria-label={t('support_pages.search')}
          placeholder={t('support_pages.search')}
          value={text}
          maxLength={60}
          onChange={(event) => setText(event.target.value)}
          className="min-h-12 min-w-0 flex-1 bg-transparent text-15 outline-none placeholder:text-t3"
        />
        <IconButton type="submit" icon={Search} label={t('support_pages.search')} />
      </form>
    </search>
  )
}
