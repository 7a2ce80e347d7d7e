import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const hk: Translation<typeof en> = {
  image_not_an_image: '僅支援 JPG 和 PNG 圖片',
  image_jpeg2000: '暫不支援 JPEG 2000，請使用 JPG 或 PNG',
  image_too_large: '圖片超過 10 MB',
  image_empty: '檔案為空',
  image_gone: '圖片無法顯示',
}
