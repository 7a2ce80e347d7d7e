import { Newspaper } from 'lucide-react'
import { consoleContent } from '#domain/content/console.ts'
import { t } from '../../texts.ts'
import type { Product } from '../product.ts'
import { ContentPage } from './content-page.tsx'

/** What the site says: written here, published by two operators. */
export const content: Product = {
  name: 'content',
  title: t('content.title'),
  pages: [
    {
      ...{ path: '/content', name: t('content.title'), icon: Newspaper },
      ...{ component: ContentPage, endpoint: consoleContent },
    },
  ],
  subjects: {
    content: {
      label: (id) => t('content.subject', { text: id }),
      to: (id) => `/content?at=${id}`,
    },
  },
  proposals: {
    label: t('content.title'),
    tab: 'products',
    kinds: { 'content-publish': t('content.kind_publish') },
  },
}
