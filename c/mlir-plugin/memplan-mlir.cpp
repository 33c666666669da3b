// memplan as passes of MLIR: a plug-in for mlir-opt and other programs that load pass plug-ins.
//
// A pass prints the module in generic form, calls the C library of memplan, and parses what that returns in the same
// context. The host does all printing and parsing, so this file is for every version of MLIR from 19 on, and dialects
// that memplan has no tables for stay what they are. The passes and their options are those that the library lists.

#include <memplan.h>

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using llvm::StringRef;

StringRef text(memplan_text text) { return {text.data, text.size}; }

memplan_text text(StringRef string) { return {string.data(), string.size()}; }

struct FreeResult {
  void operator()(memplan_result *result) const { memplan_result_free(result); }
};
using Result = std::unique_ptr<memplan_result, FreeResult>;

// Which function of the library a pass calls.
enum class Call { Merge, Plan, Apply, RunPass };

// An option of a pass, as the library lists it, or one of this file.
struct OptionRow {
  std::string name;
  std::string help;
  // The default of a switch; other options are texts, empty where they are not given.
  std::optional<bool> on = std::nullopt;
};

// A pass. Passes and their options refer to its texts.
struct Row {
  Call call;
  std::string argument;
  std::string summary;
  // The name of the pass in memplan, for `RunPass`.
  std::string name;
  // Options of the library.
  std::vector<OptionRow> options;
  // Options of this file: names of other files.
  std::vector<OptionRow> files;
};

// The operations of a printed module, each with the line that it begins in.
class Lines {
public:
  explicit Lines(const mlir::AsmState::LocationMap &locations) {
    for (const auto &[op, place] : locations)
      starts.emplace_back(place.first, op);
    llvm::sort(starts, [](const auto &a, const auto &b) { return a.first < b.first; });
  }

  // The operation that a line belongs to; null if there is none.
  mlir::Operation *find(unsigned line) const {
    auto after = llvm::upper_bound(starts, line, [](unsigned line, const auto &start) { return line < start.first; });
    return line == 0 || after == starts.begin() ? nullptr : std::prev(after)->second;
  }

private:
  std::vector<std::pair<unsigned, mlir::Operation *>> starts;
};

class MemplanPass final : public mlir::OperationPass<mlir::ModuleOp> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MemplanPass)

  explicit MemplanPass(std::shared_ptr<const Row> row)
      : OperationPass(mlir::TypeID::get<MemplanPass>()), row(std::move(row)) {
    declareOptions();
  }

  // The values of the options are copied afterwards, by `clone`.
  MemplanPass(const MemplanPass &other) : OperationPass(other), row(other.row) { declareOptions(); }

  StringRef getName() const override { return row->argument; }
  StringRef getArgument() const override { return row->argument; }
  StringRef getDescription() const override { return row->summary; }

  std::unique_ptr<mlir::Pass> clonePass() const override { return std::make_unique<MemplanPass>(*this); }

  // What memplan adds to a program. Dialects cannot be loaded while passes run.
  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<mlir::affine::AffineDialect, mlir::arith::ArithDialect, mlir::bufferization::BufferizationDialect,
                    mlir::cf::ControlFlowDialect, mlir::func::FuncDialect, mlir::LLVM::LLVMDialect,
                    mlir::linalg::LinalgDialect, mlir::math::MathDialect, mlir::memref::MemRefDialect,
                    mlir::scf::SCFDialect, mlir::tensor::TensorDialect>();
  }

  void runOnOperation() override {
    mlir::ModuleOp module = getOperation();
    mlir::AsmState::LocationMap locations;
    std::string program = print(module, locations);
    Lines lines(locations);
    std::string name = nameOf(module);

    Result result = call(name, program);
    if (!result)
      return signalPassFailure();
    emitMessages(result.get(), lines);
    if (memplan_result_status(result.get()) != MEMPLAN_OK)
      return signalPassFailure();
    if (mlir::failed(writeFiles(result.get(), lines)))
      return signalPassFailure();
    // The parser needs the zero byte after a string, which texts of memplan do not have.
    std::string changed = text(memplan_result_text(result.get(), MEMPLAN_PROGRAM)).str();
    if (changed.empty())
      return markAllAnalysesPreserved();
    if (mlir::failed(replaceBy(changed)))
      signalPassFailure();
  }

private:
  using Text = Option<std::string>;
  using Switch = Option<bool>;

  void declareOptions() {
    for (const OptionRow &option : row->options) {
      if (option.on) {
        switches.push_back(
            std::make_unique<Switch>(*this, option.name, llvm::cl::desc(option.help), llvm::cl::init(*option.on)));
        texts.push_back(nullptr);
      } else {
        switches.push_back(nullptr);
        texts.push_back(std::make_unique<Text>(*this, option.name, llvm::cl::desc(option.help)));
      }
    }
    for (const OptionRow &file : row->files)
      files.push_back(std::make_unique<Text>(*this, file.name, llvm::cl::desc(file.help)));
  }

  // The options that differ from their defaults, as texts. MLIR prints pipelines with the others, too.
  std::vector<std::pair<StringRef, std::string>> given() const {
    std::vector<std::pair<StringRef, std::string>> given;
    for (size_t i = 0; i < row->options.size(); ++i) {
      const OptionRow &option = row->options[i];
      if (switches[i] && switches[i]->getValue() != *option.on)
        given.emplace_back(option.name, switches[i]->getValue() ? "true" : "false");
      if (texts[i] && !texts[i]->getValue().empty())
        given.emplace_back(option.name, texts[i]->getValue());
    }
    return given;
  }

  StringRef file(StringRef name) const {
    for (size_t i = 0; i < row->files.size(); ++i)
      if (row->files[i].name == name)
        return files[i]->getValue();
    return {};
  }

  // The module as memplan reads it. Flags of the host that shorten what it prints have no effect.
  static std::string print(mlir::ModuleOp module, mlir::AsmState::LocationMap &locations) {
    mlir::OpPrintingFlags flags;
    flags.printGenericOpForm().enableDebugInfo(true, /*prettyForm=*/false);
    flags.elideLargeElementsAttrs(INT64_MAX).elideLargeResourceString(UINT64_MAX).skipRegions(false);
    mlir::AsmState state(module, flags, &locations);
    std::string program;
    llvm::raw_string_ostream stream(program);
    module->print(stream, state);
    stream.flush();
    return program;
  }

  // The name of the file that the module comes from, for reports.
  static std::string nameOf(mlir::ModuleOp module) {
    if (auto location = module.getLoc()->findInstanceOf<mlir::FileLineColLoc>())
      return location.getFilename().str();
    return "module";
  }

  // The pipeline of one pass. Values in quotes may contain everything.
  std::string pipeline() const {
    std::string pipeline = row->name + "{";
    for (const auto &[name, value] : given()) {
      pipeline += name.str() + "=\"";
      for (char c : value) {
        if (c == '"' || c == '\\')
          pipeline += '\\';
        pipeline += c;
      }
      pipeline += "\" ";
    }
    return pipeline + "}";
  }

  // Calls the library; null after an error that was emitted.
  Result call(StringRef name, StringRef program) {
    std::vector<std::pair<StringRef, std::string>> values;
    if (row->call != Call::RunPass)
      values = given();
    values.emplace_back("mlir-print-op-generic", "true");
    values.emplace_back("mlir-print-debuginfo", "true");
    values.emplace_back("mlir-version", std::to_string(LLVM_VERSION_MAJOR));
    std::vector<memplan_option> options;
    for (const auto &[option, value] : values)
      options.push_back({text(option), text(StringRef(value))});
    memplan_settings settings = {options.data(), options.size(), nullptr};

    switch (row->call) {
    case Call::Merge:
      return Result(memplan_merge(text(name), text(program), &settings));
    case Call::Plan:
      return Result(memplan_plan_program(text(name), text(program), &settings));
    case Call::RunPass:
      return Result(memplan_run_passes(text(name), text(program), text(StringRef(pipeline())), &settings));
    case Call::Apply:
      break;
    }
    auto plan = llvm::MemoryBuffer::getFile(file("plan"));
    if (!plan) {
      getOperation().emitError() << "cannot read the plan `" << file("plan") << "`: " << plan.getError().message();
      return nullptr;
    }
    return Result(memplan_apply(text(name), text(program), text((*plan)->getBuffer()), &settings));
  }

  // Where a message about the printed module belongs in the program of the user.
  mlir::Location locationOf(const memplan_message &message, const Lines &lines) {
    mlir::Operation *op = lines.find(message.line);
    return op ? op->getLoc() : getOperation().getLoc();
  }

  mlir::InFlightDiagnostic emit(const memplan_message &message, const Lines &lines) {
    mlir::Location location = locationOf(message, lines);
    if (message.level == MEMPLAN_ERROR)
      return mlir::emitError(location);
    return message.level == MEMPLAN_WARNING ? mlir::emitWarning(location) : mlir::emitRemark(location);
  }

  // Emits the messages of a result at the operations that they are about.
  void emitMessages(memplan_result *result, const Lines &lines) {
    const size_t count = memplan_result_n_messages(result);
    for (size_t i = 0; i < count;) {
      memplan_message message = memplan_result_message(result, i);
      mlir::InFlightDiagnostic diagnostic = emit(message, lines);
      diagnostic << text(message.text) << " [" << text(message.code) << "]";
      if (message.help.size > 0)
        diagnostic.attachNote() << text(message.help);
      for (++i; i < count; ++i) {
        message = memplan_result_message(result, i);
        if (message.level != MEMPLAN_NOTE)
          break;
        diagnostic.attachNote(locationOf(message, lines)) << text(message.text);
      }
    }
  }

  // Writes what the options ask for. A report goes to a file, or to remarks.
  mlir::LogicalResult writeFiles(memplan_result *result, const Lines &lines) {
    const std::pair<StringRef, int32_t> products[] = {
        {"report", MEMPLAN_REPORT}, {"traces", MEMPLAN_TRACE}, {"output", MEMPLAN_PLAN}};
    for (const auto &[option, which] : products) {
      StringRef path = file(option);
      if (path.empty())
        continue;
      std::string product = text(memplan_result_text(result, which)).str();
      if (which == MEMPLAN_REPORT) {
        llvm::Expected<llvm::json::Value> report = llvm::json::parse(product);
        if (!report)
          return getOperation().emitError() << "the report is not JSON: " << llvm::toString(report.takeError());
        if (path == "remarks") {
          emitReport(*report, lines);
          continue;
        }
        relocate(*report, lines);
        product = llvm::formatv("{0:2}\n", *report).str();
      }
      if (std::error_code error = write(path, product))
        return getOperation().emitError() << "cannot write `" << path << "`: " << error.message();
    }
    return mlir::success();
  }

  static std::error_code write(StringRef path, StringRef product) {
    std::error_code error;
    llvm::raw_fd_ostream stream(path, error, llvm::sys::fs::OF_Text);
    if (error)
      return error;
    stream << product;
    stream.close();
    error = stream.error();
    stream.clear_error();
    return error;
  }

  // A remark for each scope with merged buffers, and for each buffer that is not merged.
  void emitReport(const llvm::json::Value &report, const Lines &lines) {
    auto rows = [&](StringRef key) {
      const llvm::json::Object *object = report.getAsObject();
      const llvm::json::Array *rows = object ? object->getArray(key) : nullptr;
      return rows ? *rows : llvm::json::Array();
    };
    auto number = [](const llvm::json::Object &object, StringRef key) { return object.getInteger(key).value_or(0); };
    for (const llvm::json::Value &value : rows("scopes")) {
      const llvm::json::Object *scope = value.getAsObject();
      if (!scope || number(*scope, "n_merged") == 0)
        continue;
      // Scopes within a function are named after it.
      StringRef name = scope->getString("scope").value_or("");
      mlir::Operation *function = mlir::SymbolTable::lookupSymbolIn(getOperation(), name.split('/').first);
      mlir::emitRemark(function ? function->getLoc() : getOperation().getLoc())
          << "`" << name << "`: " << number(*scope, "n_merged") << " buffers in " << number(*scope, "peak_bytes")
          << " bytes, " << number(*scope, "separate_bytes") << " separately";
    }
    for (const llvm::json::Value &value : rows("skipped"))
      if (const llvm::json::Object *skipped = value.getAsObject()) {
        mlir::Operation *op = lines.find(number(*skipped, "line"));
        mlir::emitRemark(op ? op->getLoc() : getOperation().getLoc())
            << "`" << skipped->getString("buffer").value_or("")
            << "` is not merged: " << skipped->getString("reason").value_or("");
      }
  }

  // Makes the places of a report those in the file of the user, and drops those that are in none.
  static void relocate(llvm::json::Value &value, const Lines &lines) {
    if (llvm::json::Array *array = value.getAsArray())
      for (llvm::json::Value &element : *array)
        relocate(element, lines);
    llvm::json::Object *object = value.getAsObject();
    if (!object)
      return;
    for (auto &entry : *object)
      relocate(entry.second, lines);
    std::optional<int64_t> line = object->getInteger("line");
    if (!line)
      return;
    mlir::Operation *op = lines.find(*line);
    auto place = op ? op->getLoc()->findInstanceOf<mlir::FileLineColLoc>() : mlir::FileLineColLoc();
    for (StringRef key : {"file", "line", "column"})
      object->erase(key);
    if (!place)
      return;
    object->insert({"file", place.getFilename().str()});
    object->insert({"line", int64_t(place.getLine())});
    object->insert({"column", int64_t(place.getColumn())});
  }

  // Replaces the module by one that is parsed.
  mlir::LogicalResult replaceBy(StringRef program) {
    mlir::ModuleOp module = getOperation();
    mlir::ParserConfig config(&getContext());
    auto changed = mlir::parseSourceString<mlir::ModuleOp>(program, config, "memplan");
    if (!changed)
      return module.emitError("this version of MLIR rejects the program that memplan returned");
    module.getBodyRegion().takeBody(changed->getBodyRegion());
    module->setAttrs((*changed)->getAttrDictionary());
    return mlir::success();
  }

  std::shared_ptr<const Row> row;
  // One of the two for each option.
  std::vector<std::unique_ptr<Switch>> switches;
  std::vector<std::unique_ptr<Text>> texts;
  std::vector<std::unique_ptr<Text>> files;
};

std::string stringIn(const llvm::json::Object &object, StringRef key) {
  return object.getString(key).value_or("").str();
}

// The options of the library, or of one of its passes.
std::vector<OptionRow> optionsIn(const llvm::json::Object &object) {
  std::vector<OptionRow> options;
  const llvm::json::Array *rows = object.getArray("options");
  for (const llvm::json::Value &value : rows ? *rows : llvm::json::Array()) {
    const llvm::json::Object *row = value.getAsObject();
    if (!row)
      continue;
    std::string help = stringIn(*row, "summary") + stringIn(*row, "help");
    options.push_back({stringIn(*row, "name"), help, row->getBoolean("switch")});
  }
  return options;
}

void registerRow(Row row) {
  auto shared = std::make_shared<const Row>(std::move(row));
  mlir::registerPass([shared] { return std::make_unique<MemplanPass>(shared); });
}

void registerPasses() {
  if (memplan_abi() != MEMPLAN_ABI)
    return;
  Result result(memplan_list());
  llvm::Expected<llvm::json::Value> list = llvm::json::parse(text(memplan_result_text(result.get(), MEMPLAN_LIST)));
  if (!list) {
    llvm::consumeError(list.takeError());
    return;
  }
  const llvm::json::Object *object = list->getAsObject();
  if (!object)
    return;
  std::vector<OptionRow> options = optionsIn(*object);
  OptionRow report = {"report", "Where the report goes: a file for JSON, or `remarks`.", {}};
  registerRow({Call::Merge, "memplan-merge", "Merges buffers into few allocations, at offsets that memplan plans.", "",
               options, {report}});
  registerRow({Call::Plan, "memplan-plan", "Plans buffers, and writes the plan. Changes nothing.", "", options,
               {{"output", "The file for the plan, in JSON.", {}}, {"traces", "The file for the traces, in JSON.", {}}}});
  registerRow({Call::Apply, "memplan-apply", "Merges buffers by a plan of `memplan-plan` for the same program.", "",
               options, {{"plan", "The file with the plan.", {}}, report}});
  const llvm::json::Array *passes = object->getArray("passes");
  for (const llvm::json::Value &value : passes ? *passes : llvm::json::Array())
    if (const llvm::json::Object *pass = value.getAsObject())
      registerRow({Call::RunPass, "memplan-" + stringIn(*pass, "name"), stringIn(*pass, "summary"),
                   stringIn(*pass, "name"), optionsIn(*pass), {}});
}

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default"))) mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "memplan", LLVM_VERSION_STRING, registerPasses};
}
