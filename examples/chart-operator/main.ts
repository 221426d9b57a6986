import { join } from 'node:path';
import { chartOperator } from './app';

chartOperator(join('examples', 'chart-operator', 'rendered.yaml'), join('dist', 'chart-operator')).synth();
