import { type Result, err, ok } from '#base';
import type { ModelEndpoint } from './transport.ts';

/** Why there is no such model. */
export type ModelConfigError = {
  readonly type: 'unknown_provider' | 'missing_setting' | 'bad_setting';
  readonly message: string;
};

/** How to reach an endpoint: base URL up to and with the version (the OpenAI API where null), key and name of the model. */
export type EndpointConfig = {
  readonly model: string | null;
  readonly base_url: string | null;
  readonly api_key: string | null;
};

const OPENAI_URL = 'https://api.openai.com/v1';

/** The endpoint that a configuration names, or what is wrong with it; the key is in no message. */
export function endpointOf(config: EndpointConfig): Result<ModelEndpoint, ModelConfigError> {
  if (config.model === null || config.model.trim() === '') {
    return refuse(
      'missing_setting',
      'the provider openai needs the name of a model (--model or OPENAI_MODEL)',
    );
  }
  const base_url = config.base_url ?? OPENAI_URL;
  let url: URL;
  try {
    url = new URL(base_url);
  } catch {
    return refuse('bad_setting', 'the base URL of the model endpoint is no URL');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refuse('bad_setting', 'the base URL of the model endpoint must be http or https');
  }
  if (url.username !== '' || url.password !== '') {
    return refuse(
      'bad_setting',
      'the base URL must hold no user name or password; give the key as OPENAI_API_KEY',
    );
  }
  const api_key = config.api_key === null || config.api_key === '' ? null : config.api_key;
  if (api_key !== null && !/^[\x21-\x7e]+$/.test(api_key)) {
    return refuse('bad_setting', 'the API key holds characters that no header can carry');
  }
  if (api_key === null && config.base_url === null) {
    return refuse(
      'missing_setting',
      'the OpenAI API needs a key (OPENAI_API_KEY); for a local server set OPENAI_BASE_URL',
    );
  }
  return ok({ base_url, api_key, model: config.model });
}

function refuse(type: ModelConfigError['type'], message: string): Result<never, ModelConfigError> {
  return err({ type, message });
}
