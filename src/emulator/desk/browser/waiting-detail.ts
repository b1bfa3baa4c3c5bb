import { ApplicationDetail, isApplication } from './application-detail.ts';
import type { Detail } from './area.ts';
import { el } from './dom.ts';
import { TemplateDetail } from './template-detail.ts';

/** What awaits a verdict: a template or an application. */
export class WaitingDetail implements Detail {
  readonly element = el('div', { class: 'detail-frame' });
  readonly #template: TemplateDetail;
  readonly #application: ApplicationDetail;
  #current: Detail;

  constructor(options: ConstructorParameters<typeof TemplateDetail>[0]) {
    this.#template = new TemplateDetail(options);
    this.#application = new ApplicationDetail(options);
    this.#current = this.#template;
    this.element.append(this.#template.element);
  }

  async show(key: string | undefined): Promise<void> {
    const wanted = key !== undefined && isApplication(key) ? this.#application : this.#template;
    if (wanted !== this.#current) {
      await this.#current.show(undefined);
      this.#current = wanted;
      this.element.replaceChildren(wanted.element);
    }
    await wanted.show(key);
  }

  approve(): void {
    this.#current.approve?.();
  }

  reject(): void {
    this.#current.reject?.();
  }
}
