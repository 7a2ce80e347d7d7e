import type { Product } from '../product.ts'

/** What the site says of itself, and what is published on it. */
export const content: Product = {
  name: 'content',
  pages: {
    'pages/setting/powers': () => import('./powers-page.tsx'),
    'pages/common/article': () => import('./article-page.tsx'),
    'pages/common/webView': () => import('./web-page.tsx'),
    'pages/common/faq': () => import('./faq-page.tsx'),
    'pages/QA/QA': () => import('./question-page.tsx'),
    'pages/common/contactus': () => import('./contact-page.tsx'),
    'pages/common/aboutus': () => import('./about-page.tsx'),
    'pages/setting/operational_compliance': () => import('./compliance-page.tsx'),
  },
  texts: ['content_pages', 'site_pages'],
}
