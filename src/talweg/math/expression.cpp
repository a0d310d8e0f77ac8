#include "talweg/math/expression.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "talweg/math/error.hpp"
#include "talweg/math/motion_expression.hpp"

namespace talweg {

namespace {

using Operation = Expression::Operation;

struct Function {
    std::string_view name;
    int arguments;
    double (*value)(double, double);  // the second is not used where there is one
};

constexpr Function functions[] = {
    {"sin", 1, [](double x, double) { return std::sin(x); }},
    {"cos", 1, [](double x, double) { return std::cos(x); }},
    {"tan", 1, [](double x, double) { return std::tan(x); }},
    {"exp", 1, [](double x, double) { return std::exp(x); }},
    {"log", 1, [](double x, double) { return std::log(x); }},
    {"sqrt", 1, [](double x, double) { return std::sqrt(x); }},
    {"abs", 1, [](double x, double) { return std::fabs(x); }},
    {"floor", 1, [](double x, double) { return std::floor(x); }},
    {"step", 1, [](double x, double) { return x < 0.0 ? 0.0 : 1.0; }},
    {"min", 2, [](double x, double y) { return std::fmin(x, y); }},
    {"max", 2, [](double x, double y) { return std::fmax(x, y); }},
};

/// Recursive descent:  sum = product {± product},  product = signed {*/ signed},  signed = −signed | power,
/// power = atom [^ signed].
class Parser {
public:
    Parser(std::string_view text, bool place, bool velocity = false)
        : text_(text), knows_place_(place), knows_velocity_(velocity) {}

    std::vector<Operation> parse() {
        if (text_.size() > 1000) throw Error("an expression has at most 1000 characters");
        sum();
        if (skip_spaces(); at_ < text_.size()) fail(at_, "an operator was expected");
        return std::move(operations_);
    }

private:
    [[noreturn]] void fail(std::size_t where, const std::string& what) const {
        throw Error("column " + std::to_string(where + 1) + " of \"" + std::string(text_) + "\": " + what);
    }
    void skip_spaces() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    }
    bool take(char c) {
        skip_spaces();
        if (at_ == text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void require(char c) {
        if (!take(c)) fail(at_, std::string("\"") + c + "\" was expected");
    }
    void emit(Operation::Kind kind, double value = 0.0, int which = 0) {
        operations_.push_back({kind, static_cast<std::uint8_t>(which), value});
    }

    void sum() {
        product();
        while (true) {
            if (take('+'))
                product(), emit(Operation::add);
            else if (take('-'))
                product(), emit(Operation::subtract);
            else
                return;
        }
    }
    void product() {
        signed_power();
        while (true) {
            if (take('*'))
                signed_power(), emit(Operation::multiply);
            else if (take('/'))
                signed_power(), emit(Operation::divide);
            else
                return;
        }
    }
    void signed_power() {
        if (++depth_ > 100) fail(at_, "too deeply nested");
        if (take('-')) {
            signed_power();
            emit(Operation::negate);
        } else {
            atom();
            if (take('^')) {
                signed_power();
                emit(Operation::power);
            }
        }
        --depth_;
    }
    void atom() {
        skip_spaces();
        if (take('(')) {
            sum();
            require(')');
        } else if (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) {
            number();
        } else if (at_ < text_.size() && is_letter(text_[at_])) {
            word();
        } else {
            fail(at_,
                 at_ == text_.size() ? "the expression ends too early" : "a number, t, pi or a function was expected");
        }
    }
    void number() {
        double value = 0.0;
        const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
        if (error != std::errc() || !std::isfinite(value)) fail(at_, "this number cannot be read");
        at_ = static_cast<std::size_t>(end - text_.data());
        emit(Operation::number, value);
    }
    void word() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
        const std::string_view name = text_.substr(begin, at_ - begin);
        if (name == "t") return emit(Operation::time);
        const auto is_axis = [](std::string_view of) { return of == "x" || of == "y" || of == "z"; };
        if (knows_place_ && is_axis(name)) return emit(Operation::place, 0.0, name[0] - 'x');
        if (knows_velocity_ && name[0] == 'v' && is_axis(name.substr(1)))
            return emit(Operation::place, 0.0, 3 + name[1] - 'x');
        if (name == "pi") return emit(Operation::number, std::numbers::pi);
        const auto* found = std::find_if(std::begin(functions), std::end(functions),
                                         [&](const Function& function) { return function.name == name; });
        if (found == std::end(functions)) {
            std::string known = "t";
            if (knows_place_) known += ", x, y, z";
            if (knows_velocity_) known += ", vx, vy, vz";
            known += ", pi";
            for (const Function& function : functions) known += ", " + std::string(function.name);
            fail(begin, "\"" + std::string(name) + "\" is not known; known are " + known);
        }
        require('(');
        sum();
        for (int argument = 1; argument < found->arguments; ++argument) {
            require(',');
            sum();
        }
        require(')');
        emit(Operation::function, 0.0, static_cast<int>(found - functions));
    }
    static bool is_digit(char c) { return c >= '0' && c <= '9'; }
    static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

    std::string_view text_;
    bool knows_place_, knows_velocity_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::vector<Operation> operations_;
};

/// At t and a place, behind which the velocity stands where it may be named.
double evaluated(const std::vector<Operation>& operations, double t, const double* motion) {
    std::vector<double> stack;
    const auto pop = [&] {
        const double top = stack.back();
        stack.pop_back();
        return top;
    };
    for (const Operation& operation : operations) {
        if (operation.kind <= Operation::place) {
            stack.push_back(operation.kind == Operation::number ? operation.value
                            : operation.kind == Operation::time ? t
                                                                : motion[operation.which]);
            continue;
        }
        const Function& function = functions[operation.which];
        const bool single =
            operation.kind == Operation::negate || (operation.kind == Operation::function && function.arguments == 1);
        const double b = single ? 0.0 : pop(), a = pop();
        switch (operation.kind) {
            case Operation::negate:
                stack.push_back(-a);
                break;
            case Operation::add:
                stack.push_back(a + b);
                break;
            case Operation::subtract:
                stack.push_back(a - b);
                break;
            case Operation::multiply:
                stack.push_back(a * b);
                break;
            case Operation::divide:
                stack.push_back(a / b);
                break;
            case Operation::power:
                stack.push_back(std::pow(a, b));
                break;
            default:
                stack.push_back(function.value(a, b));
                break;
        }
    }
    return stack.back();
}

}  // namespace

Expression::Expression(std::string_view text, Variables known)
    : text_(text), operations_(Parser(text, known == Variables::time_and_place).parse()) {}

bool Expression::depends_on_place() const {
    return std::any_of(operations_.begin(), operations_.end(),
                       [](const Operation& operation) { return operation.kind == Operation::place; });
}

double Expression::operator()(double t, const Vec3& place) const { return evaluated(operations_, t, place.data); }

MotionExpression::MotionExpression(std::string_view text)
    : text_(text), operations_(Parser(text, true, true).parse()) {}

bool MotionExpression::depends_on_velocity() const {
    return std::any_of(operations_.begin(), operations_.end(), [](const Operation& operation) {
        return operation.kind == Operation::place && operation.which >= 3;
    });
}

double MotionExpression::operator()(double t, const Vec3& place, const Vec3& velocity) const {
    const double motion[] = {place[0], place[1], place[2], velocity[0], velocity[1], velocity[2]};
    return evaluated(operations_, t, motion);
}

}  // namespace talweg
