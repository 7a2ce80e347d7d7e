import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const zh: Translation<typeof en> = {
  image_not_an_image: '仅支持 JPG 和 PNG 图片',
  image_jpeg2000: '暂不支持 JPEG 2000，请使用 JPG 或 PNG',
  image_too_large: '图片超过 10 MB',
  image_empty: '文件为空',
  image_gone: '图片无法显示',
}
